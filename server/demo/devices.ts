import type { ProtocolName } from '#contract/devices/protocols.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { Client } from './client.ts'
import { field, spare, type Stood } from './device-list.ts'
import { keepStrategies, nameCircuits, pumps } from './device-wiring.ts'

/** A device that the simulator plays. Degrees are WGS84. */
export interface DemoDevice {
  id: number
  eui: string
  plot: string
  key: string
  secret: string
  deviceType: DeviceTypeName
  lat: number
  lng: number
  layers: number
  reportMinutes: number
  isShaky?: boolean | undefined
  dialect?: ProtocolName | undefined
}

interface Plot {
  id: number
  landCode: string
  areaId: number
  boundary: [number, number][] | null
}

/** Somewhere in a plot, each of its devices elsewhere. */
function withinOf({ boundary }: Plot, at: number): { lat: number; lng: number } {
  const corners = boundary ?? [[113.34, 22.96]]
  const mean = (axis: 0 | 1) =>
    corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length
  // Between the middle and one of the corners.
  const toward = corners[at % corners.length]!
  const of = (axis: 0 | 1) => mean(axis) + (toward[axis] - mean(axis)) * 0.5
  return { lng: of(0), lat: of(1) }
}

/** Puts the devices on the plots and answers what they sign in with. */
export async function makeDevices(admin: Client): Promise<DemoDevice[]> {
  const { content: plots } = await admin.call<{ content: Plot[] }>('GET /wfpf/v1/{tenant}/land', {
    size: '0',
  })
  const made: DemoDevice[] = []
  const ids = new Map<string, number>()
  const put = (
    { landCode, layers: _layers, isShaky: _isShaky, ...row }: Stood,
    plot: Plot,
    latlng?: string,
  ) =>
    admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/device', {
      ...row,
      areaId: plot.areaId,
      landId: plot.id,
      latlng,
      enabledFlag: 1,
    })
  for (const [at, one] of field.entries()) {
    const plot = plots.find((land) => land.landCode === one.landCode)!
    const { lat, lng } = withinOf(plot, at)
    const { id } = await put(one, plot, `${lat.toFixed(6)},${lng.toFixed(6)}`)
    ids.set(one.name, id)
    await nameCircuits(admin, one.name, id)
    for (const [i, name] of (pumps[one.name] ?? []).entries())
      await admin.call('POST /wfpe/v1/{tenant}/aerator/pump', {
        regulatorId: id,
        name,
        node: i + 1,
      })
    const credential = await admin.call<{ key: string; secret: string }>(
      `PUT /wfpe/v1/{tenant}/device/${id}/credential`,
    )
    made.push({
      id,
      eui: one.eui,
      key: credential.key,
      secret: credential.secret,
      plot: one.landCode,
      deviceType: one.deviceType,
      lat,
      lng,
      layers: one.layers ?? 0,
      reportMinutes: one.reportMinutes,
      isShaky: one.isShaky,
      dialect: one.dialect,
    })
  }
  await keepStrategies(admin, ids)
  await put(
    spare,
    plots.find((land) => land.landCode === spare.landCode)!,
  )
  return made
}
