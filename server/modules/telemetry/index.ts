import { stopAll, type ServerDomain } from '#server/services/domain.ts'
import { calculations } from './calculation.ts'
import { watchCalculations } from './engine/calculations.ts'
import { watchSilence } from './engine/silence.ts'
import { exploring } from './explore.ts'
import { deviceHistoryCalls } from './history.ts'
import { deviceHistoryExport } from './history-export.ts'
import { ingest } from './ingest.ts'
import { soilProbes } from './soil.ts'

export const telemetry: ServerDomain = {
  name: 'telemetry',
  serve(app) {
    exploring(app)
    calculations(app)
    soilProbes(app)
    deviceHistoryCalls(app)
    deviceHistoryExport(app)
    ingest(app)
  },
  start: ({ fieldDb, ingestQueue }) =>
    stopAll([watchSilence(fieldDb, ingestQueue), watchCalculations(fieldDb, ingestQueue)]),
}
