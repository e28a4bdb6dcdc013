// `npm run dev` without the server: every WebSocket gets a process of its own that speaks the
// protocol, `../target/release/simurgh` or what the variable SIMURGH names.
import { spawn } from 'node:child_process';
import type { Plugin } from 'vite';
import { WebSocketServer } from 'ws';

export function bridge(): Plugin {
  return {
    name: 'engine-bridge',
    apply: 'serve',
    configureServer(server) {
      const sockets = new WebSocketServer({ noServer: true });
      server.httpServer?.on('upgrade', (request, socket, head) => {
        if (!request.url?.startsWith('/engine')) return;
        sockets.handleUpgrade(request, socket, head, (ws) => {
          const engine = spawn(process.env.SIMURGH ?? '../target/release/simurgh');
          let rest = '';
          engine.stdout.on('data', (data: Buffer) => {
            const lines = (rest + data.toString()).split('\n');
            rest = lines.pop() ?? '';
            if (lines.length > 0) ws.send(lines.join('\n'));
          });
          engine.on('exit', () => ws.close());
          ws.on('message', (line: Buffer) => engine.stdin.write(`${line.toString()}\n`));
          ws.on('close', () => engine.kill());
        });
      });
    },
  };
}
