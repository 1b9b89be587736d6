import { placedKinds, type PlacedKind } from '#contract/map/manage.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { createCodes, newKinds, type NewKind } from './new-thing.ts'

/** Whether the user gives places to a kind of things. */
export function useMayPlace(): (kind: PlacedKind) => boolean {
  const plot = useGranted(placedKinds.plot.permissions.edit) ?? false
  const base = useGranted(placedKinds.base.permissions.edit) ?? false
  const landmark = useGranted(placedKinds.landmark.permissions.edit) ?? false
  const device = useGranted(placedKinds.device.permissions.edit) ?? false
  return (kind) => ({ plot, base, edge: base, landmark, device })[kind]
}

/** What the user may add. */
export function useNewKinds(): readonly NewKind[] {
  const plot = useGranted(createCodes.plot) ?? false
  const base = useGranted(createCodes.base) ?? false
  const landmark = useGranted(createCodes.landmark) ?? false
  return newKinds.filter((kind) => ({ plot, base, landmark })[kind])
}
