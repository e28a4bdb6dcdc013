import { defineConfig } from 'vite';
import { bridge } from './dev/bridge';

// The output has to be the same on every machine: it is checked in.
export default defineConfig({
  base: '/',
  plugins: [bridge()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: { target: 'es2022', modulePreload: false, assetsInlineLimit: 0, cssCodeSplit: false },
});
