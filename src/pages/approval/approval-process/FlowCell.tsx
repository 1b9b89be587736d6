import { useState } from 'react'
import type { FlowNode } from '#contract/approval/process.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { DryRun } from './DryRun.tsx'
import { Flow } from './Flow.tsx'

/** The flow of a process, to be looked at and tried. */
export default function FlowCell({ row }: CellProps) {
  const [passed, setPassed] = useState<ReadonlySet<string>>()
  const nodes = (row.nodes ?? []) as FlowNode[]
  return (
    <>
      <Flow nodes={nodes} formCode={row.formCode} {...(passed && { passed })} />
      <DryRun nodes={nodes} formCode={row.formCode} onPassed={setPassed} />
    </>
  )
}
