import { readFileSync, writeFileSync } from 'node:fs'

// Writes src/ui/icons.svg, one sprite of every icon: `npx tsx scripts/icons.ts`.

/** Icons of Lucide (ISC), by the names we give them. */
const lucide: Readonly<Record<string, string>> = {
  account: 'circle-user',
  alarm: 'siren',
  approval: 'stamp',
  'approval-option': 'badge-check',
  article: 'file-text',
  attribute: 'swatch-book',
  banner: 'gallery-horizontal',
  base: 'warehouse',
  bell: 'bell',
  bin: 'trash-2',
  burger: 'menu',
  carrier: 'radio-tower',
  catalog: 'book-open',
  category: 'tags',
  check: 'check',
  close: 'x',
  codec: 'braces',
  company: 'building-2',
  connection: 'wifi',
  connections: 'waypoints',
  contact: 'contact',
  content: 'library',
  'control-log': 'sliders-vertical',
  count: 'calculator',
  crop: 'wheat',
  dashboard: 'layout-dashboard',
  documents: 'file-stack',
  down: 'chevron-down',
  edit: 'pencil',
  explore: 'chart-spline',
  farm: 'tractor',
  flow: 'workflow',
  folder: 'folder-tree',
  formula: 'sigma',
  group: 'layers-2',
  guide: 'milestone',
  help: 'circle-question-mark',
  history: 'history',
  home: 'house',
  inventory: 'package-search',
  issue: 'package-minus',
  jobs: 'list-checks',
  land: 'map',
  left: 'chevron-left',
  limit: 'arrow-up-down',
  logs: 'archive-restore',
  lot: 'scan-barcode',
  mail: 'mail',
  message: 'message-square-text',
  more: 'ellipsis',
  network: 'satellite-dish',
  notice: 'megaphone',
  number: 'hash',
  offline: 'wifi-off',
  operation: 'server-cog',
  overview: 'gauge',
  option: 'settings',
  organization: 'network',
  partner: 'handshake',
  people: 'users-round',
  picture: 'image',
  pin: 'map-pin',
  plus: 'plus',
  product: 'box',
  production: 'sprout',
  receipt: 'package-plus',
  refresh: 'refresh-cw',
  report: 'chart-column',
  request: 'shopping-bag',
  return: 'undo-2',
  right: 'chevron-right',
  role: 'shield',
  rule: 'zap',
  run: 'play',
  scan: 'scan-line',
  screen: 'monitor',
  search: 'search',
  setup: 'settings-2',
  shop: 'store',
  sim: 'card-sim',
  simulated: 'test-tubes',
  spray: 'spray-can',
  star: 'star',
  store: 'boxes',
  switch: 'arrow-left-right',
  'task-type': 'shapes',
  tenant: 'building',
  threshold: 'chart-line',
  today: 'calendar-check',
  transfer: 'arrow-left-right',
  unit: 'ruler',
  user: 'users',
  variety: 'leafy-green',
  video: 'clapperboard',
  worker: 'hard-hat',
}
/** Equipment that no icon library has, drawn by us. */
const drawn: Readonly<Record<string, string>> = {
  aerator:
    'M12 12V4M12 12l7 4M12 12l-7 4M9 4h6M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM3 20c3-2 6 2 9 0s6-2 9 0',
  cabinet: 'M5 3h14v18H5zM12 3v18M8 8v3M16 8v3M8 15h1M15 15h1',
  camera: 'M3 7h12v10H3zM15 11l6-3v8l-6-3',
  device: 'M9 9h6v6H9zM6 6h12v12H6zM9 6V3M15 6V3M9 21v-3M15 21v-3M6 9H3M6 15H3M21 9h-3M21 15h-3',
  fertilizer: 'M6 4h6v5H6zM5 9h8v11H5zM13 14h4v-4M17 20v-6M20 20H3M8 13h2',
  gate: 'M4 3v18M20 3v18M4 6h16M8 6v9h8V6M12 3v3M4 19c2-1.5 4 1.5 8 0s6-1.5 8 0',
  gateway: 'M5 14h14v6H5zM8 17h.01M12 17h4M12 14V9M8.5 9.5a5 5 0 0 1 7 0M6 7a8.5 8.5 0 0 1 12 0',
  injector: 'M5 4h6v6H5zM8 10v4M4 14h8v6H4zM12 17h4l4-4M20 9v4h-4',
  inverter: 'M4 4h16v16H4zM7 12c1.5-5 3.5-5 5 0s3.5 5 5 0',
  lamp: 'M8 9h8l2 4H6zM12 9V4M10 4h4M8 13v6h8v-6M12 19v2M3 8l2 1M21 8l-2 1',
  leaf: 'M5 19C5 9 11 5 20 4c0 10-5 15-13 14M5 19l8-8',
  lora: 'M12 21V10M9 21h6M12 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 12a6 6 0 0 1 0-8M16 12a6 6 0 0 0 0-8M5.5 14a10 10 0 0 1 0-12M18.5 14a10 10 0 0 0 0-12',
  lure: 'M7 6h10v12H7zM10 6V3h4v3M9 10h6M9 14h6M12 18v3',
  'node-4g':
    'M8 12h8v8H8zM10 20v1.500M14 20v1.500M11 16h2M3 8l2-4v6M3 8h3M13 4h-3v6h3V7.500M17 4l2 4 2-4M19 8v2',
  node: 'M8 10h8v8H8zM12 10V6M10 18v3M14 18v3M8.5 5.5a5 5 0 0 1 7 0M11 14h2',
  power: 'M13 3 6 13h5l-1 8 8-11h-5z',
  sack: 'M9 4h6l-1.6 3.4C17 9 19 13 19 16.5 19 19.5 17 20 12 20s-7-.5-7-3.5C5 13 7 9 10.6 7.4zM9.5 13.5h5',
  'sack-in':
    'M8 4h6l-1.6 3.4C16 9 17.5 12 17.8 14M10 20c-4.5 0-6-.9-6-3.5C4 13 6 9 9.6 7.4M8.4 7.4h4M17.5 16v5M15 18.5h5',
  soil: 'M3 11h18M12 11v9M9 14h6M10 17h4M12 11V6M12 8c0-3 2-4 5-4 0 3-2 4-5 4z',
  tube: 'M10 3h4v17a2 2 0 0 1-4 0zM10 7h4M10 11h4M10 15h4M3 7h4M17 7h4',
  valve: 'M3 11l7 4-7 4zM21 11l-7 4 7 4zM12 15V7M8 7h8M10 15h4',
  water: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11zM9 14a3 3 0 0 0 3 3',
  weather: 'M12 21V8M9 21h6M6 8h12M18 6v4M6 6a2 2 0 1 0 0 4M12 8V4M10 4h4',
}

/** What a drawing of Lucide holds between its svg tags, in one line. */
function shapesOf(name: string): string {
  const text = readFileSync(
    new URL(`../node_modules/lucide-static/icons/${name}.svg`, import.meta.url),
    'utf8',
  )
  return text
    .slice(text.indexOf('>', text.indexOf('<svg')) + 1, text.lastIndexOf('</svg>'))
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
}
const symbols = [
  ...Object.entries(lucide).map(([name, of]) => [name, shapesOf(of)] as const),
  ...Object.entries(drawn).map(([name, path]) => [name, `<path d="${path}"/>`] as const),
]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, shapes]) => `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`)

writeFileSync(
  new URL('../src/ui/icons.svg', import.meta.url),
  `<!-- Lucide 1.62 (ISC, lucide.dev/license) and drawings of our own; made by scripts/icons.ts -->
<svg xmlns="http://www.w3.org/2000/svg">
${symbols.join('\n')}
</svg>
`,
)
