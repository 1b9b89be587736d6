import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { deviceTypes } from '#contract/devices/index.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { devicePage } from '#contract/equipment/device-page.ts'
import { callOf } from '#contract/entity-calls.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { useRights } from '#src/kit/calls/use-rights.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { seenCodes } from './device-path.ts'

/** The page under its type of a device that is not looked at among all; null: nowhere. */
async function pageOf(id: number): Promise<string | null> {
  const codes = await seenCodes()
  const found = await Promise.all(
    devicesByType
      .filter(({ type }) => codes.has(deviceTypes[type].permissions.list))
      .map(({ entity, type }) =>
        fetchCall(callOf(entity, 'show'), { id }).then(
          () => devicePage(codes, id, type),
          // It is of another type, or out of sight.
          () => null,
        ),
      ),
  )
  return found.find((path) => path !== null) ?? null
}

/** Goes on from a device among all devices to the same under its type, for whoever sees only that. */
export default function DeviceElsewhere({ otherwise }: { otherwise: ReactNode }) {
  const { search } = useLocation()
  const id = Number(useParams().id)
  const isDevice = Number.isSafeInteger(id) && id > 0
  const { data, isPending } = useRights(['device-elsewhere', id], () => pageOf(id), {
    enabled: isDevice,
    retry: false,
  })
  if (isDevice && isPending) return <ListSkeleton rows={8} />
  return data ? <Navigate to={`${data}${search}`} replace /> : otherwise
}
