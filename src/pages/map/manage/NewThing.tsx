import { Drawer } from 'antd'
import { useMemo, useRef } from 'react'
import type { Position } from '#contract/ground.ts'
import type { MapBase } from '#contract/map/map.ts'
import { useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FormScreen, type FormHandle } from '#src/kit/form/FormScreen.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { beginOf, formsOf, type NewKind } from './new-thing.ts'

interface NewThingProps {
  kind: NewKind
  corners: readonly Position[]
  bases: readonly MapBase[]
  /** What is drawn stays drawn. */
  onClose: () => void
  onMade: () => void
}
/** The form of what was drawn. */
export function NewThing({ kind, corners, bases, onClose, onMade }: NewThingProps) {
  const t = useLabels({ module: 'map' })
  const resource = useResourceNamed(formsOf[kind].name)
  const isNarrow = useNarrow()
  const form = useRef<FormHandle>(null)
  const begin = useMemo(() => beginOf(kind, corners, bases), [kind, corners, bases])
  const close = async () => {
    if ((await form.current?.leave()) ?? true) onClose()
  }
  return (
    <Drawer
      open
      width={isNarrow ? '100%' : 720}
      title={t(`map:manage.new.${kind}`)}
      maskClosable={false}
      onClose={() => void close()}
    >
      <FormScreen
        ref={form}
        resource={resource}
        kind="create"
        id={undefined}
        begin={begin}
        onCancel={() => void close()}
        onDone={onMade}
      />
    </Drawer>
  )
}
