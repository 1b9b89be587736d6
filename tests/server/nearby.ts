import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import type { Client } from '#server/demo/client.ts'
import { sample, type Made } from './samples.ts'

/** What goes with a reference so that it means something. */
export const beside: Readonly<Record<string, Record<string, unknown>>> = {
  'user.organizationId': {},
  'board.roleId': { sharing: 'role' },
  'alarmRule.deviceIds': { deviceType: 'electric_valve', trigger: 'offline', silentMinutes: 5 },
}
/**
 * What a record needs besides where one of its fields points at `id`: what has to lie where it does
 * (`dependsOn`) lies there.
 */
export async function nearby(
  entity: Entity,
  name: string,
  id: number,
  client: Client,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  for (const [other, { dependsOn, required, kind, to }] of Object.entries(entity.fields)) {
    if (dependsOn !== name || !required) continue
    const near = entities.find((one) => one.name === to)!
    const made = await client.call<Made>(near.api.create!, {
      ...(await sample(near, client)),
      [name]: id,
    })
    body[other] = kind === 'refs' ? [made.id] : made.id
  }
  return body
}
