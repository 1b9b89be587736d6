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
  notice: 'M4 10v5h3l7 4V6L7 10zM17 9c2 2 2 5 0 7',
  tenant: 'M3 20h18M5 20V5h9v15M14 10h5v10M8 9h3M8 13h3',
  message: 'M4 5h16v11H9l-5 4z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  farm: 'M3 19c5-3 13-3 18 0M12 17V9M12 12c0-4 3-6 7-6 0 4-3 6-7 6zM12 14c0-3-3-5-6-5 0 3 2 5 6 5z',
  inventory: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  company: 'M4 20V6l8-3v17M12 9h8v11M7 8h2M7 12h2M7 16h2M15 13h2M15 17h2M3 20h18',
  operation: 'M4 6h10M18 6h2M4 12h2M10 12h10M4 18h10M18 18h2M16 4v4M8 10v4M16 16v4',
  land: 'M3 7l6-3 6 3 6-3v13l-6 3-6-3-6 3zM9 4v13M15 7v13',
  store: 'M4 9l1-5h14l1 5M5 9v11h14V9M4 9c0 2 3 3 4 1 1 2 3 2 4 0 1 2 3 2 4 0 1 2 4 1 4-1M10 20v-6h4v6',
  camera: 'M3 7h12v10H3zM15 11l6-3v8l-6-3',
  device: 'M9 9h6v6H9zM6 6h12v12H6zM9 6V3M15 6V3M9 21v-3M15 21v-3M6 9H3M6 15H3M21 9h-3M21 15h-3',
  picture: 'M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15 10a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6',
  burger: 'M4 7h16M4 12h16M4 17h16',
}
const leaf = 'M5 19C5 9 11 5 20 4c0 10-5 15-13 14M5 19l8-8'

export const MenuIcon = ({ name }: { name: string }) => (
  <svg className="menu-icon" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
    <path d={paths[name] ?? leaf} />
  </svg>
)
