import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { changed } from '#server/db/database.ts'
import { sweepBucket, sweepUploads } from '#server/modules/file/engine/sweep.ts'
import { s3Store } from '#server/modules/file/engine/store.ts'
import { newTenant, startApp } from './harness.ts'
import { S3Peer, s3Keys } from './s3-peer.ts'

const peer = new S3Peer()
const s3 = { endpoint: await peer.open(), ...s3Keys }
const app = await startApp({ s3 })
await app.rest()
afterAll(async () => {
  await app.end()
  peer.close()
})
const { id: tenant, admin } = await newTenant(app)
const store = s3Store(s3, 'test secret')
const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3a3' } })
  .png()
  .toBuffer()
const upload = async () => {
  const address = await admin.upload('a.png', 'image/png', bytes)
  return `${tenant}/${address.split('/').at(-1)!.split('?')[0]!}`
}
const forget = (key: string) =>
  app.db.write(tenant, (tx) => changed(tx, sql`delete from file where key = ${key.split('/')[1]!}`))
const aged = (...keys: string[]) => {
  for (const key of keys)
    peer.notes.set(key, { ...peer.notes.get(key)!, at: Date.now() - 3 * 86_400_000 })
}
const sweep = () => sweepBucket(app.db, store)

test('bytes in a bucket that no row speaks of go after two days, and only those', async () => {
  const [kept, lost, young] = [await upload(), await upload(), await upload()]
  expect([...peer.objects.keys()].sort()).toEqual([kept, lost, young].sort())
  expect(await forget(lost)).toBe(1)
  await forget(young)
  aged(kept, lost)
  // What others keep there: another installation, a version before, somebody's own files, recordings.
  const uuid = '00000000-0000-4000-8000-00000000000'
  const others = [
    `${tenant}/${uuid}1.png`,
    `${tenant}/${uuid}2.png`,
    `${tenant}/notes.txt`,
    `backup/${uuid}3.png`,
    `${tenant}/recordings/${uuid}4.png`,
  ]
  for (const key of others) peer.objects.set(key, Buffer.from('x'))
  peer.notes.set(others[0]!, { owner: 'f'.repeat(32), at: 0 })
  for (const key of others.slice(2)) peer.notes.set(key, { owner: store.owner, at: 0 })
  peer.notes.set(others[1]!, { owner: null, at: 0 })
  peer.pageSize = 2
  expect(await sweep()).toBe(1)
  expect([...peer.objects.keys()].sort()).toEqual([kept, young, ...others].sort())
  // Of a tenant that was erased, too.
  const erased = `999999/${uuid}5.png`
  peer.objects.set(erased, Buffer.from('x'))
  peer.notes.set(erased, { owner: store.owner, at: 0 })
  expect(await sweep()).toBe(1)
  expect(peer.objects.has(erased)).toBe(false)
})

test('an upload that is cut off leaves nothing; one whose row could not be written is swept', async () => {
  const before = new Set(peer.objects.keys())
  peer.holdsAfter = 10
  const cut = upload().then(
    () => 'stored',
    () => 'refused',
  )
  await expect
    .poll(() => peer.asked.filter(({ method }) => method === 'PUT').length)
    .toBeGreaterThan(3)
  peer.holdsAfter = null
  peer.cut()
  await cut
  const more = [...peer.objects.keys()].filter((key) => !before.has(key))
  for (const key of more) await forget(key)
  // There is no room for the row, once the bytes are there.
  await app.db.platform((tx) =>
    sql`update tenant set max_storage_mb = 0 where id = ${tenant}`.execute(tx),
  )
  await expect(upload()).rejects.toThrow()
  const left = [...peer.objects.keys()].filter((key) => !before.has(key))
  aged(...left)
  expect(await sweep()).toBe(left.length)
  expect(new Set(peer.objects.keys())).toEqual(before)
})

test('a row whose bytes could not be taken away is gone, and the next sweep takes them', async () => {
  await app.db.platform((tx) =>
    sql`update tenant set max_storage_mb = null where id = ${tenant}`.execute(tx),
  )
  const key = await upload()
  await app.db.write(tenant, (tx) =>
    sql`update file set creation_date = now() - interval '31 days' where key = ${key.split('/')[1]!}`.execute(
      tx,
    ),
  )
  aged(key)
  const dead = { ...store, remove: () => Promise.reject(new Error('the object store is silent')) }
  await expect(sweepUploads(app.db, dead)).rejects.toThrow('silent')
  expect(peer.objects.has(key)).toBe(true)
  expect(await sweep()).toBe(1)
  expect(peer.objects.has(key)).toBe(false)
})
