// Cells and the names at the edges: drawn once for a layout.

import { memo } from 'preact/compat';
import type { Layout } from './layout';

export const Cells = memo(({ layout }: { layout: Layout }) => (
  <g class="cells">
    {layout.cells.map((cell) => (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a cell is a picture that says what is on it
      <polygon
        key={cell.name}
        id={`cell-${cell.name}`}
        data-cell={cell.name}
        class={`cell shade-${cell.shade}`}
        points={cell.points}
        role="img"
      />
    ))}
    <g class="coordinates" aria-hidden="true">
      {layout.labels.map((label, i) => (
        <text key={`${label.text}${i}`} x={label.x} y={label.y}>
          {label.text}
        </text>
      ))}
    </g>
    <g class="titles" aria-hidden="true">
      {layout.titles.map((title) => (
        <text key={title.text} x={title.x} y={title.y}>
          {title.text.length > 2 ? `files ${title.text.replace('-', '–')}` : `level ${title.text}`}
        </text>
      ))}
    </g>
  </g>
));
