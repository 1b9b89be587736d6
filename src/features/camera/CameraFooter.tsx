import type { Row } from '#src/kit/definition/resource.ts'
import { BoxReadings } from './BoxReadings.tsx'
import { EventRules } from './EventRules.tsx'

/** What stands below a camera's fields. */
export default function CameraFooter({ row }: { row: Row }) {
  return (
    <>
      <BoxReadings row={row} />
      <EventRules row={row} />
    </>
  )
}
