import { Drawer } from 'antd'
import { useMemo } from 'react'
import { landScreen } from '#contract/farm/land.ts'
import type { Position } from '#contract/ground.ts'
import { useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FormScreen } from '#src/kit/form/FormScreen.tsx'

interface NewPlotProps {
  corners: readonly Position[]
  onClose: () => void
  onMade: () => Promise<unknown>
}
/** The form of a plot that was drawn. */
export function NewPlot({ corners, onClose, onMade }: NewPlotProps) {
  const t = useLabels({ module: 'map' })
  const resource = useResourceNamed(landScreen.name)
  const begin = useMemo(() => ({ boundary: corners }), [corners])
  return (
    <Drawer open width={720} title={t('map:manage.newPlot')} onClose={onClose}>
      <FormScreen
        resource={resource}
        kind="create"
        id={undefined}
        begin={begin}
        onCancel={onClose}
        onDone={() => {
          onClose()
          void onMade()
        }}
      />
    </Drawer>
  )
}
