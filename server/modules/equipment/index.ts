import { camera } from '#contract/equipment/camera.ts'
import { crud } from '#server/http/crud.ts'
import { watchReferences } from '#server/engines/reference/notices.ts'
import { watchCards } from '#server/engines/sim/watch.ts'
import { watchCalculations } from '#server/engines/telemetry/calculations.ts'
import { watchSilence } from '#server/engines/telemetry/silence.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { serveMany } from '#server/http/many.ts'
import { stopAll, type ServerDomain, type Stop } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
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
import { deviceHistoryExport } from './history-export.ts'
import { exploring } from './explore.ts'
import { ingest } from './ingest.ts'
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

function serveEquipment(app: Services): void {
  devices(app)
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
  deviceHistoryExport(app)
  collections(app)
  collectionExport(app)
  simulatedFarmCalls(app)
  lora(app)
  loraAir(app)
  ingest(app)
  alarmRules(app)
  alarmContacts(app)
  alarmInbox(app)
  simCards(app)
  serveMany(app, camera, crud(app, camera))
}

/**
 * Alarms first and rules last: what is measured meanwhile is watched before anything is done about
 * it.
 */
async function startEquipment(app: Services): Promise<Stop> {
  const { db, fieldDb, ingestQueue, alarms, control, automation, loraBrokers } = app
  await alarms.start()
  ingestQueue.onStored((tenant, messages) => alarms.stored(tenant, messages))
  const watches = [
    watchSilence(fieldDb, ingestQueue),
    watchCards(fieldDb, app.carriers),
    watchCalculations(fieldDb, ingestQueue),
    watchReferences(db, equipmentText, (error) =>
      app.http.log.error({ err: error }, 'nobody could be told of what names what is gone'),
    ),
  ]
  await loraBrokers.start()
  await control.start()
  ingestQueue.onStored((tenant, messages) =>
    control.stored(
      tenant,
      messages.map(({ device }) => device),
    ),
  )
  await automation.start()
  ingestQueue.onStored((tenant, messages) => automation.stored(tenant, messages))
  return stopAll([
    () => alarms.stop(),
    ...watches,
    () => loraBrokers.stop(),
    () => control.stop(),
    () => automation.stop(),
  ])
}

export const equipment: ServerDomain = {
  name: 'equipment',
  serve: serveEquipment,
  start: startEquipment,
}
