import { useSearchParams } from 'react-router'
import { scales, type Scale } from './place.ts'

/** By day or by month, as the address says. */
export function useScale(usual: Scale): readonly [Scale, (next: Scale) => void] {
  const [query, setQuery] = useSearchParams()
  const scale = scales.find((one) => one === query.get('scale')) ?? usual
  const set = (next: Scale) =>
    setQuery(
      (now) => {
        now.set('scale', next)
        return now
      },
      { replace: true },
    )
  return [scale, set]
}
