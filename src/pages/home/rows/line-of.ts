import { lazy, type ComponentType } from 'react'
import type { WaitingItem, WaitingKind } from '#contract/home/home-calls.ts'
import { ApprovalLine, DocumentLine } from './PaperLines.tsx'

type LineOf<K extends WaitingKind> = ComponentType<{ item: Extract<WaitingItem, { kind: K }> }>

/** How each kind is said and dealt with. What needs the words of devices or goods fetches them. */
export const lineOf: { readonly [K in WaitingKind]: LineOf<K> } = {
  alarm: lazy(() => import('./AlarmLine.tsx')),
  task: lazy(() => import('./TaskLine.tsx')),
  plan: lazy(() => import('./PlanLine.tsx')),
  activity: lazy(() => import('./ActivityLine.tsx')),
  approval: ApprovalLine,
  document: DocumentLine,
  stock: lazy(() => import('./StockLine.tsx')),
  device: lazy(() => import('./DeviceLine.tsx')),
  sim: lazy(() => import('./SimLine.tsx')),
  command: lazy(() => import('./CommandLine.tsx')),
  run: lazy(() => import('./RunLine.tsx')),
  submission: lazy(() => import('./SubmissionLine.tsx')),
}
