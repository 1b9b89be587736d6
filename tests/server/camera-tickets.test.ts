import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Tickets } from '#server/modules/camera/engine/tickets.ts'

const tickets = new Tickets('test secret')
const may = {
  tenant: 2,
  camera: 5,
  clarity: 'sd',
  session: 7,
  share: null,
  from: 1_700_000_000_000,
  isCloud: true,
} as const

test('a ticket opens what it was signed for, for a minute', () => {
  const now = Date.now()
  const ticket = tickets.sign(may, now)
  expect(tickets.read(ticket, now)).toMatchObject({ ...may, isGlance: false })
  expect(tickets.read(ticket, now + 60_001)).toBeNull()
  expect(tickets.read(`${ticket.slice(0, -1)}!`, now)).toBeNull()
})

test('one that an earlier version signed, with a part less, opens nothing', () => {
  const now = Date.now()
  const [text = ''] = tickets.sign(may, now).split('.')
  const parts = text.split('-')
  const earlier = parts.toSpliced(-2, 1).join('-')
  const key = createHmac('sha256', 'test secret').update('camera tickets').digest()
  const mac = createHmac('sha256', key).update(earlier).digest('base64url').slice(0, 32)
  expect(tickets.read(`${earlier}.${mac}`, now)).toBeNull()
})
