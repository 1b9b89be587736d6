import { useMemo } from 'react'
import type { Position } from '#contract/ground.ts'
import type { MapBase } from '#contract/map/map.ts'
import { useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { FormDrawer } from './FormDrawer.tsx'
import { beginOf, formsOf, type NewKind } from './new-thing.ts'

interface NewThingProps {
  kind: NewKind
  corners: readonly Position[]
  bases: readonly MapBase[]
  /** What is drawn stays drawn. */
  onClose: () => void
  onMade: (made: Row) => void
}
/** The form of what was drawn. */
export function NewThing({ kind, corners, bases, onClose, onMade }: NewThingProps) {
  const t = useLabels({ module: 'map' })
  const resource = useResourceNamed(formsOf[kind].name)
  const begin = useMemo(() => beginOf(kind, corners, bases), [kind, corners, bases])
  return (
    <FormDrawer
      title={t(`map:manage.new.${kind}`)}
      resource={resource}
      kind="create"
      id={undefined}
      begin={begin}
      onClose={onClose}
      onDone={onMade}
    />
  )
}
