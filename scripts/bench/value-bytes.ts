import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'

// npm run bench:bytes
// What a value that a device reports takes on the disk: a month of 49 devices that report twelve
// values every five minutes,
// stored in the order in which they come, as rows and with their index.
const devices = 49
const days = 30
const names = [
  'airTemperature',
  'airHumidity',
  'windSpeed',
  'windDirection',
  'rainfall',
  'illuminance',
  'pressure',
  'battery',
  'signal',
  'snr',
  'soilTemperature10',
  'soilMoisture10',
]
const dataDir = mkdtempSync(join(tmpdir(), 'furrow-bytes-'))
const postgres = await startPostgres({ dataDir, say: console.error })
try {
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  const client = new pg.Client(owner)
  await client.connect()
  const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 10)
  await client.query(`select furrow_telemetry_month('${month}')`)
  await client.query(
    `insert into telemetry_report (tenant_id, device_id, at, metrics, measured)
    select 1, d, '${month}'::timestamptz + n * interval '5 minutes', $1::text[], array(select round((20 + 10 * random())::numeric, 1) from unnest($1::text[]) where n = n and d = d) from generate_series(0, ${days * 288 - 1}) n, generate_series(1, ${devices}) d order by n, d`,
    [names],
  )
  const found = await client.query(
    `select count(*)::int as values, pg_table_size(t) as rows, pg_indexes_size(t) as index from telemetry, (select 'telemetry_${month.slice(0, 7).replace('-', '_')}'::regclass as t) x group by t`,
  )
  const { values, rows, index } = found.rows[0] as { values: number; rows: string; index: string }
  console.log(
    `${values.toLocaleString('en')} values: ${(Number(rows) / values).toFixed(1)} bytes of rows and ${(Number(index) / values).toFixed(1)} of index each, ${((Number(rows) + Number(index)) / values).toFixed(1)} in all`,
  )
  await client.end()
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
