// Small line drawings for buttons, on a grid of 24.

const paths = {
  first: 'M18 5l-8 7 8 7M7 5v14',
  back: 'M15 5l-8 7 8 7',
  forward: 'M9 5l8 7-8 7',
  last: 'M6 5l8 7-8 7M17 5v14',
  undo: 'M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 6l5 5-5 5M20 11h-10a6 6 0 0 0 0 12h3',
  flag: 'M6 22V3M6 4h12l-3 4 3 4H6',
  turn: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  pause: 'M8 5v14M16 5v14',
  go: 'M7 4l13 8-13 8z',
  plus: 'M12 5v14M5 12h14',
  share: 'M12 3v13M7 8l5-5 5 5M5 14v6h14v-6',
  edit: 'M4 20l1-5L16 4l4 4L9 19z',
  reach: 'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6M12 2v4M12 18v4M2 12h4M18 12h4',
  gear: 'M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .7-1.5 1.2-1.5 2.4M12 18v.5M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20',
  piece: 'M7 20h10M9 20c1-4-1-6-1-9a4 4 0 0 1 8 0c0 3-2 5-1 9',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
