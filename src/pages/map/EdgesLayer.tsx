import { LineLayer, type Scene } from '@antv/l7'
import { theme } from 'antd'
import { useEffect, useMemo } from 'react'
import { outlineOf, type Position } from '#contract/ground.ts'
import type { MapBase } from '#contract/map/map.ts'
import { linesOf } from '#src/kit/map/ground.ts'

interface EdgesProps {
  scene: Scene
  bases: readonly MapBase[]
  project: (at: Position) => Position
  /** The one that is looked at. */
  picked: number | null
}

/** Where bases end: a broken line around their plots, which covers none of them. */
export function EdgesLayer({ scene, bases, project, picked }: EdgesProps) {
  const { token } = theme.useToken()
  const drawn = useMemo(
    () =>
      bases.flatMap(({ id, corners }) =>
        corners && outlineOf(corners).length > 2 ? [{ id, corners }] : [],
      ),
    [bases],
  )
  useEffect(() => {
    if (drawn.length === 0) return
    const lines = new LineLayer({ autoFit: false, zIndex: 2 })
      .source(linesOf(drawn, project))
      .shape('line')
      .size('id', ((id: number) => (id === picked ? 4 : 2)) as never)
      .color(token.colorTextSecondary)
      .style({ lineType: 'dash', dashArray: [6, 4] })
    scene.addLayer(lines)
    return () => void scene.removeLayer(lines)
  }, [scene, drawn, project, picked, token])
  return null
}
