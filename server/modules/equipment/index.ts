import type { FastifyInstance } from 'fastify'
import { camera } from '#contract/equipment/camera.ts'
import { crud } from '#server/http/crud.ts'
import { serveMany } from '#server/http/many.ts'
import type { AlarmEngine } from '#server/engines/alarm/engine.ts'
import type { CodecRunner } from '#server/engines/lora/codec.ts'
import type { DeviceAttempts } from '#server/engines/device/attempts.ts'
import type { Carriers } from '#server/engines/sim/cards.ts'
import type { IngestQueue } from '#server/engines/telemetry/ingest-queue.ts'
import { aerators } from './aerator.ts'
import { alarmInbox } from './alarm.ts'
import { alarmContacts } from './alarm-contact.ts'
import { alarmRules } from './alarm-rule.ts'
import { deviceChannelCalls } from './channel.ts'
import { boards } from './board.ts'
import { calculations } from './calculation.ts'
import { collections } from './collection.ts'
import { collectionExport } from './collection-export.ts'
import { concentrators } from './concentrator.ts'
import { control } from './control.ts'
import { controlRules } from './control-rule.ts'
import { controlRuns } from './control-run.ts'
import { devices } from './device.ts'
import { deviceHistoryCalls } from './history.ts'
import { deviceHistoryExport, type Files } from './history-export.ts'
import { exploring } from './explore.ts'
import { ingest, type TakeLora } from './ingest.ts'
import { inverters } from './inverter.ts'
import { lora } from './lora.ts'
import { loraAir } from './lora-air.ts'
import { settings } from './settings.ts'
import { simCards } from './sim.ts'
import { simulatedFarmCalls } from './simulated-farm.ts'
import { soilProbes } from './soil.ts'
import { strategies } from './strategy.ts'
import { switches } from './switches.ts'
import { uses } from './uses.ts'

/**
 * What equipment needs of the field: where devices connect, and the roads on which their values
 * come.
 */
export interface EquipmentDeps {
  mqttPort: { value: number | null; address: { host: string; port: number | null } | null }
  intake: IngestQueue
  attempts: DeviceAttempts
  codecs: CodecRunner
  takeLora: TakeLora
  alarms: AlarmEngine
  carriers: Carriers
  privateBrokers: boolean
}

export function equipment(
  app: FastifyInstance,
  { mqttPort, intake, attempts, codecs, takeLora, alarms, carriers, privateBrokers }: EquipmentDeps,
  files: Files,
): void {
  devices(app, mqttPort)
  uses(app)
  boards(app)
  exploring(app)
  calculations(app)
  switches(app)
  control(app)
  controlRules(app)
  controlRuns(app)
  settings(app)
  strategies(app)
  aerators(app)
  inverters(app)
  soilProbes(app)
  concentrators(app)
  deviceChannelCalls(app)
  deviceHistoryCalls(app)
  deviceHistoryExport(app, files)
  collections(app)
  collectionExport(app, files)
  simulatedFarmCalls(app)
  lora(app, codecs, privateBrokers)
  loraAir(app, privateBrokers)
  ingest(app, intake, takeLora, attempts)
  alarmRules(app)
  alarmContacts(app, alarms)
  alarmInbox(app, alarms)
  simCards(app, carriers)
  serveMany(app, camera, crud(app, camera))
}
