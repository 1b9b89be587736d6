/** Line drawings of 24 x 24; a screen without one of its own gets the leaf. */
const paths: Readonly<Record<string, string>> = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  base: 'M3 20h18M5 20V10l7-5 7 5v10M9 20v-6h6v6',
  unit: 'M4 7h16M4 12h10M4 17h7M17 12v8M14 17l3 3 3-3',
  corporation: 'M4 20V6l8-3v17M12 9h8v11M7 8h2M7 12h2M7 16h2M15 13h2M15 17h2M3 20h18',
  organization: 'M12 4v5M5 15v-3h14v3M12 9v3M9 4h6v5H9zM2 15h6v5H2zM9 15h6v5H9zM16 15h6v5h-6z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-5 8-5s7 1 8 5',
  role: 'M12 3l7 3v6c0 4-3 7-7 9-4-2-7-5-7-9V6zM9 12l2 2 4-4',
  audit: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7M9 8h3',
  flow: 'M9 3h6v4H9zM3 17h6v4H3zM15 17h6v4h-6zM12 7v5M6 17v-5h12v5',
  notice: 'M4 10v5h3l7 4V6L7 10zM17 9c2 2 2 5 0 7',
  tenant: 'M3 20h18M5 20V5h9v15M14 10h5v10M8 9h3M8 13h3',
  message: 'M4 5h16v11H9l-5 4z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  farm: 'M3 19c5-3 13-3 18 0M12 17V9M12 12c0-4 3-6 7-6 0 4-3 6-7 6zM12 14c0-3-3-5-6-5 0 3 2 5 6 5z',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  inventory: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  company: 'M4 20V6l8-3v17M12 9h8v11M7 8h2M7 12h2M7 16h2M15 13h2M15 17h2M3 20h18',
  operation: 'M4 6h10M18 6h2M4 12h2M10 12h10M4 18h10M18 18h2M16 4v4M8 10v4M16 16v4',
  land: 'M3 7l6-3 6 3 6-3v13l-6 3-6-3-6 3zM9 4v13M15 7v13',
  store:
    'M4 9l1-5h14l1 5M5 9v11h14V9M4 9c0 2 3 3 4 1 1 2 3 2 4 0 1 2 3 2 4 0 1 2 4 1 4-1M10 20v-6h4v6',
  camera: 'M3 7h12v10H3zM15 11l6-3v8l-6-3',
  device: 'M9 9h6v6H9zM6 6h12v12H6zM9 6V3M15 6V3M9 21v-3M15 21v-3M6 9H3M6 15H3M21 9h-3M21 15h-3',
  picture: 'M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15 10a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6',
  burger: 'M4 7h16M4 12h16M4 17h16',
  gateway: 'M5 14h14v6H5zM8 17h.01M12 17h4M12 14V9M8.5 9.5a5 5 0 0 1 7 0M6 7a8.5 8.5 0 0 1 12 0',
  cabinet: 'M5 3h14v18H5zM12 3v18M8 8v3M16 8v3M8 15h1M15 15h1',
  weather: 'M12 21V8M9 21h6M6 8h12M18 6v4M6 6a2 2 0 1 0 0 4M12 8V4M10 4h4',
  soil: 'M3 11h18M12 11v9M9 14h6M10 17h4M12 11V6M12 8c0-3 2-4 5-4 0 3-2 4-5 4z',
  tube: 'M10 3h4v17a2 2 0 0 1-4 0zM10 7h4M10 11h4M10 15h4M3 7h4M17 7h4',
  water: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11zM9 14a3 3 0 0 0 3 3',
  valve: 'M3 11l7 4-7 4zM21 11l-7 4 7 4zM12 15V7M8 7h8M10 15h4',
  inverter: 'M4 4h16v16H4zM7 12c1.5-5 3.5-5 5 0s3.5 5 5 0',
  aerator:
    'M12 12V4M12 12l7 4M12 12l-7 4M9 4h6M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM3 20c3-2 6 2 9 0s6-2 9 0',
  gate: 'M4 3v18M20 3v18M4 6h16M8 6v9h8V6M12 3v3M4 19c2-1.5 4 1.5 8 0s6-1.5 8 0',
  node: 'M8 10h8v8H8zM12 10V6M10 18v3M14 18v3M8.5 5.5a5 5 0 0 1 7 0M11 14h2',
  lora: 'M12 21V10M9 21h6M12 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 12a6 6 0 0 1 0-8M16 12a6 6 0 0 0 0-8M5.5 14a10 10 0 0 1 0-12M18.5 14a10 10 0 0 0 0-12',
  power: 'M13 3 6 13h5l-1 8 8-11h-5z',
  fertilizer: 'M6 4h6v5H6zM5 9h8v11H5zM13 14h4v-4M17 20v-6M20 20H3M8 13h2',
  lamp: 'M8 9h8l2 4H6zM12 9V4M10 4h4M8 13v6h8v-6M12 19v2M3 8l2 1M21 8l-2 1',
  lure: 'M7 6h10v12H7zM10 6V3h4v3M9 10h6M9 14h6M12 18v3',
}
const leaf = 'M5 19C5 9 11 5 20 4c0 10-5 15-13 14M5 19l8-8'

export const iconNames = Object.keys(paths)

export const LineIcon = ({
  name,
  size = 18,
  className,
}: {
  name: string
  size?: number
  className?: string
}) => (
  <svg
    className={className}
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name] ?? leaf} />
  </svg>
)
