import { lazy, type ComponentType } from 'react'
import type { WaitingItem, WaitingKind } from '#contract/home/home-calls.ts'
import { ApprovalFace, DocumentFace } from './PaperFaces.tsx'

type FaceOf<K extends WaitingKind> = ComponentType<{ item: Extract<WaitingItem, { kind: K }> }>

/** How each kind is said and dealt with. What needs the words of devices or goods fetches them. */
export const faces: { readonly [K in WaitingKind]: FaceOf<K> } = {
  alarm: lazy(() => import('./AlarmFace.tsx')),
  approval: ApprovalFace,
  document: DocumentFace,
  stock: lazy(() => import('./StockFace.tsx')),
  device: lazy(() => import('./DeviceFace.tsx')),
  sim: lazy(() => import('./SimFace.tsx')),
}
