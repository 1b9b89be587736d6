import {
  Activity,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ContextType,
  type ReactElement,
  type ReactNode,
} from 'react'
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router'

type Place = ContextType<typeof LocationContext>
interface Kept {
  outlet: ReactElement | null
  place: Place
}
interface PanesProps {
  /** Paths that are open, each with a number that changes when it is to be begun anew. */
  panes: readonly { path: string; version: number; isKept: boolean }[]
  active: string
  /** What is drawn around a page: its head. */
  around: (path: string, page: ReactNode) => ReactNode
}

/** The window scrolls for all pages, so each page's place in it is kept beside the page. */
function useScrollOf(active: string): void {
  const tops = useRef(new Map<string, number>())
  const at = useRef(active)
  useEffect(() => {
    const handleScroll = () => void tops.current.set(at.current, window.scrollY)
    addEventListener('scroll', handleScroll, { passive: true })
    return () => removeEventListener('scroll', handleScroll)
  }, [])
  useLayoutEffect(() => {
    if (at.current === active) return
    at.current = active
    window.scrollTo(0, tops.current.get(active) ?? 0)
  }, [active])
}

/**
 * The pages of the open tabs, all but one hidden. A hidden page keeps its inputs, its place and its
 * scroll; it also
 * keeps the address it was left at, or every hidden list would follow the new one.
 */
export function Panes({ panes, active, around }: PanesProps) {
  const outlet = useOutlet()
  const place = use(LocationContext)
  const [kept, setKept] = useState<ReadonlyMap<string, Kept>>(() => new Map())
  const isNew =
    place.location.pathname === active && kept.get(active)?.place.location !== place.location
  // While rendering, so that the page is never drawn once with the address of another.
  if (isNew)
    setKept(
      new Map([
        ...[...kept].filter(
          ([path]) => path === active || panes.some((pane) => pane.path === path),
        ),
        [active, { outlet, place }],
      ]),
    )
  useScrollOf(active)
  const known = panes.some((pane) => pane.path === active)
    ? panes
    : [...panes, { path: active, version: 0, isKept: false }]
  return known.map(({ path, version, isKept }) => {
    const one = path === active && isNew ? { outlet, place } : kept.get(path)
    if (!one || (path !== active && !isKept)) return null
    return (
      <Activity key={`${path}#${version}`} mode={path === active ? 'visible' : 'hidden'}>
        <LocationContext.Provider value={one.place}>
          {around(path, one.outlet)}
        </LocationContext.Provider>
      </Activity>
    )
  })
}
