import { afterAll, describe, expect, test } from 'vitest'
import { CodecRunner } from '#server/modules/connectivity/engine/lora/codec.ts'

describe('a codec', () => {
  const runner = new CodecRunner()
  afterAll(() => runner.close())
  const decode = (code: string) => runner.decode(1, code, 1, Buffer.from([1, 2]))
  test('answers by the conventions of ChirpStack and TTN', async () => {
    expect(
      await decode(
        'function decodeUplink(input) { return { data: { sum: input.bytes[0] + input.bytes[1], port: input.fPort }, warnings: ["low"] } }',
      ),
    ).toEqual({ values: { sum: 3, port: 1 }, error: null, warnings: ['low'] })
    expect(
      await decode('function Decode(fPort, bytes) { return { first: bytes[0] } }'),
    ).toMatchObject({ values: { first: 1 } })
    expect(
      await decode('function decodeUplink() { return { errors: ["bad frame"] } }'),
    ).toMatchObject({ values: null, error: 'bad frame' })
  })
  test.each([
    ['an endless loop', 'function decodeUplink() { for (;;) {} }'],
    [
      'endless memory',
      'function decodeUplink() { const held = []; for (;;) held.push(new Array(1e5).fill(held.length)) }',
    ],
    ['endless depth', 'function decodeUplink() { return decodeUplink() }'],
    ['no syntax', 'function decodeUplink( {'],
    ['nothing', '1'],
    ['an answer of another shape', 'function decodeUplink() { return 7 }'],
    ['a huge answer', 'function decodeUplink() { return { data: { a: "x".repeat(1e6) } } }'],
    [
      'an answer deep in itself',
      'function decodeUplink() { let a = 1; for (let i = 0; i < 5000; i++) a = [a]; return { data: { a } } }',
    ],
    [
      'an answer of a thousand names',
      'function decodeUplink() { const data = {}; for (let i = 0; i < 1000; i++) data["n" + i] = 1; return { data } }',
    ],
    [
      'an error that is no text',
      'function decodeUplink() { throw { message: { toString: 1, valueOf: 1 } } }',
    ],
    ['an error without anything', 'function decodeUplink() { throw Object.create(null) }'],
    ['an error that is a symbol', 'function decodeUplink() { throw Symbol("x") }'],
    [
      'no answer of its toJSON',
      'function decodeUplink() { return { toJSON() { return undefined } } }',
    ],
    ['a toJSON that never ends', 'function decodeUplink() { return { toJSON() { for (;;) {} } } }'],
  ])('%s is an error and no harm', async (_what, code) => {
    const started = performance.now()
    expect(await decode(code)).toMatchObject({ values: null, error: expect.any(String) })
    expect(performance.now() - started).toBeLessThan(3000)
    expect((await decode('function decodeUplink() { return { data: { a: 1 } } }')).values).toEqual({
      a: 1,
    })
  })
  test.each([
    ['JSON.stringify', 'JSON.stringify = () => "{ not json"'],
    ['JSON', 'globalThis.JSON = { stringify: () => "\\u0000", parse: () => { throw 1 } }'],
    [
      'toJSON of all objects',
      'Object.prototype.toJSON = function () { return Object.assign(Object.create(null), { data: { a: 1 } }) }',
    ],
    [
      'the prototypes',
      'Object.prototype.data = 1; Array.prototype.join = String.prototype.slice = () => { throw 1 }',
    ],
  ])('that replaces %s changes nothing of how its answer is read', async (_what, code) => {
    const said = await decode(`${code}; function decodeUplink() { return { data: { a: 1 } } }`)
    expect(said.values === null ? typeof said.error : said.values.a).toEqual(
      said.values === null ? 'string' : expect.anything(),
    )
    expect((await decode('function decodeUplink() { return { data: { a: 1 } } }')).values).toEqual({
      a: 1,
    })
    const made = await runner.encode(
      1,
      `${code}; function encodeDownlink() { return { bytes: [1] } }`,
      { id: 1 },
    )
    expect('bytes' in made ? [...made.bytes] : typeof made.error).toEqual(
      'bytes' in made ? [1] : 'string',
    )
  })
  test('of one tenant keeps no other waiting, however slow and many its scripts are', async () => {
    const slow = Array.from(
      { length: 40 },
      (_, i) => `function decodeUplink() { for (;;) {} } // ${i}`,
    )
    let ended = 0
    const first = slow.map((code) =>
      runner.decode(11, code, 1, Buffer.from([1])).then((said) => (ended++, said)),
    )
    // Its budget is used up, and it shares the first thread with its like.
    await Promise.all(first.slice(0, 5))
    const before = ended
    const times = []
    for (let again = 0; again < 10; again++) {
      const began = performance.now()
      expect(
        (
          await runner.decode(
            12,
            'function decodeUplink() { return { data: { a: 4 } } }',
            1,
            Buffer.from([1]),
          )
        ).values,
      ).toEqual({ a: 4 })
      times.push(performance.now() - began)
    }
    expect(ended - before).toBeLessThan(10)
    expect(times.sort((a, b) => a - b)[5]).toBeLessThan(400)
    // Two more that are slow share with the first by turns.
    const third = Promise.all(
      slow.slice(0, 3).map((code) => runner.decode(13, code, 1, Buffer.from([1]))),
    )
    await third
    expect(ended).toBeLessThan(40)
    for (const said of await Promise.all(first))
      expect(said).toMatchObject({ values: null, error: expect.any(String) })
  })
  test('that hangs keeps nobody waiting twice', async () => {
    const hanging =
      'function decodeUplink() { const held = []; for (;;) held.push(new Array(1e5).fill(held.length)) } // again'
    const [first, other] = await Promise.all([
      decode(hanging),
      decode('function decodeUplink() { return { data: { a: 2 } } }'),
    ])
    expect([first.error, other.values]).toEqual(['the script does not end', { a: 2 }])
    expect(await decode(hanging)).toMatchObject({
      values: null,
      error: expect.stringContaining('not run'),
    })
  })
  test('is not blamed for a machine that starts its thread late', async () => {
    const fresh = new CodecRunner()
    const asked = fresh.decode(
      1,
      'function decodeUplink() { return { data: { a: 3 } } }',
      1,
      Buffer.from([1]),
    )
    for (const until = performance.now() + 1300; performance.now() < until;);
    expect((await asked).values).toEqual({ a: 3 })
    await fresh.close()
  })
  test('sees nothing of the server', async () => {
    const { values } = await decode(
      'function decodeUplink() { const seen = ["process", "require", "fetch", "setTimeout", "WebAssembly", "globalThis"].filter((name) => { try { return eval("typeof " + name) !== "undefined" } catch (e) { return false } }); return { data: { seen: seen.join() } } }',
    )
    expect(values).toEqual({ seen: 'globalThis' })
    await decode('globalThis.kept = 1; function decodeUplink() { return { data: {} } }')
    expect(
      (await decode('function decodeUplink() { return { data: { kept: typeof kept } } }')).values,
    ).toEqual({ kept: 'undefined' })
  })
})
