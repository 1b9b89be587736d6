import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { messageProblem } from '../equipment/device-calls.ts'

/** Whatever a device or a network server sends is read where its kind is known. */
const report = z.unknown()
export const ingestTelemetry = call({
  endpoint: 'POST /ingest/v1/telemetry',
  summary:
    'A device’s message over HTTP, in the shape it has on MQTT (docs/devices.md); Basic authentication with its key and secret. Answered after it is stored',
  access: 'public',
  rate: 'ingest',
  input: report,
  raw: true,
  answer: z.object({ points: z.int(), problems: z.array(messageProblem) }),
  unaudited: true,
})
export const ingestLora = call({
  endpoint: 'POST /ingest/v1/lorawan',
  summary:
    'An event of a LoRaWAN network server (ChirpStack v4, The Things Stack v3); its token as Bearer. Answered after it is stored',
  access: 'public',
  rate: 'ingest',
  input: report,
  raw: true,
  answer: nothing,
  unaudited: true,
})
