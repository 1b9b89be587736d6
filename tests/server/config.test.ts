import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { readConfig, secretNames, settingNames } from '#server/config.ts'

const folder = mkdtempSync(join(scratchDir(), 'furrow-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env })

test.each([
  [{ PORT: '80a' }, /^PORT must be a number.*'80a'/],
  [{ PORT: '70000' }, /^PORT/],
  [{ MQTT_PORT: 'x' }, /^MQTT_PORT/],
  [{ FURROW_SECRET: 'abc' }, /^FURROW_SECRET must have at least 16/],
  [{ FURROW_DEMO: 'yes' }, /^FURROW_DEMO must be 'on' or 'off', not 'yes'/],
  [{ FURROW_TRUST_PROXY: 'true' }, /^FURROW_TRUST_PROXY must be 'off', how many proxies/],
  [{ FURROW_TRUST_PROXY: 'on' }, /whoever believes every address/],
  [{ FURROW_TRUST_PROXY: '10.0.0.0/40' }, /^FURROW_TRUST_PROXY/],
  [
    { FURROW_TRUST_PROXI: '1' },
    /There is no setting FURROW_TRUST_PROXI; did you mean FURROW_TRUST_PROXY\?/,
  ],
  [{ FURROW_SECRET_FILES: 'x' }, /did you mean FURROW_SECRET_FILE\?/],
  [{ FURROW_SECRET_FILE: '/nowhere/at/all' }, /^FURROW_SECRET_FILE: ENOENT/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must begin with postgres/],
  [{ PUBLIC_URL: 'farm.example.com' }, /^PUBLIC_URL must begin/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
  [{ FURROW_BACKUP_EVERY: '0' }, /^FURROW_BACKUP_EVERY/],
  [{ FURROW_RECORDINGS: 'tape' }, /^FURROW_RECORDINGS must be 'disk' or 's3', not 'tape'/],
  [{ FURROW_RECORDINGS: 's3' }, /^FURROW_RECORDINGS=s3 needs S3_ENDPOINT/],
  [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 reaches beyond this machine.*say FURROW_DEMO=on aloud/],
  [{ HOST: '::' }, /^HOST :: reaches/],
])('%j is refused in a sentence', (env, sentence) => {
  expect(() => read(env as Record<string, string>)).toThrow(sentence)
})

test('no sentence repeats what is secret', () => {
  for (const name of secretNames) expect(() => read({ [name]: 'geh' })).not.toThrow(/geh[^e]/)
})

test('proxies are trusted by number or by network, secrets come from files, what is empty is not set', () => {
  expect(read({}).trustProxy).toBe(false)
  expect(read({ FURROW_TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(read({ FURROW_TRUST_PROXY: '10.0.0.0/8, fd00::/8' }).trustProxy).toEqual([
    '10.0.0.0/8',
    'fd00::/8',
  ])
  const file = join(folder, 'secret')
  writeFileSync(file, 'a secret of more than sixteen letters\n')
  expect(read({ FURROW_SECRET_FILE: file }).secret).toBe('a secret of more than sixteen letters')
  expect(() =>
    read({ FURROW_SECRET_FILE: file, FURROW_SECRET: 'another secret of that length' }),
  ).toThrow('both set')
  expect(read({ DATABASE_URL: '', FURROW_SECRET: '' }).databaseUrl).toBeNull()
  expect(read({ HOST: '0.0.0.0', FURROW_DEMO: 'off' }).publicUrl).toBe('http://localhost:8080')
  expect(read({ HOST: '0.0.0.0', FURROW_DEMO: 'on' }).isDemo).toBe(true)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(settingNames).toContain('FURROW_BACKUP_DIR')
})

test('recordings stay on the disk until the operator says otherwise, and may have a bucket of their own', () => {
  const store = { S3_ENDPOINT: 'https://store.example.com', S3_BUCKET: 'farm' }
  expect(read({}).recordingsBucket).toBeNull()
  expect(read(store).recordingsBucket).toMatchObject({ s3: { bucket: 'farm' }, isFilled: false })
  expect(
    read({ ...store, FURROW_RECORDINGS: 's3', FURROW_RECORDINGS_BUCKET: 'films' }),
  ).toMatchObject({
    s3: { bucket: 'farm' },
    recordingsBucket: {
      s3: { endpoint: 'https://store.example.com', bucket: 'films' },
      isFilled: true,
      mostWaitingBytes: 20_000_000_000,
    },
  })
})
