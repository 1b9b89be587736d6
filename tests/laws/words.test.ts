import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

// One thing has one name, and it is the field's (docs/glossary.md): what was once called otherwise
// is not called so again.
const root = join(import.meta.dirname, '../..')
const folders = ['contract', 'server', 'simulator', 'src', 'scripts', 'tests']
const self = 'tests/laws/words.test.ts'

/** Words that no identifier is made of any more, and what it is called now. */
const names: Readonly<Record<string, string>> = {
  'demand[A-Z]\\w*': 'requireX',
  'CaseStory|storyOf': 'CaseDetail, caseDetailOf',
  standInsOf: 'fallbackApproversOf',
  goOn: 'advanceToNextNode',
  boundFor: 'destinationWarehouseId',
  carryOut: 'recalculateFulfilment',
  unseal: 'decryptSecret',
  'takesList|afterDelete|keptAs': 'batchActions, deletion, storageName',
  'FieldRoads|FieldLink': 'EquipmentDeps, DeviceTransport',
  'FieldFace|DeviceFace': 'FieldType, DeviceView',
  Played: 'SimulatedDevice',
  'cutChannel|markLost': 'credentialRevoked, markOffline',
  'useMay|useListLook|useListSpot|useCalm':
    'usePermissions, useViewMode, useReturnState, useFirstPaint',
  'whenCalm|isCalm|onCalm|markCalm': 'afterFirstPaint and its like',
  'deedLabel|loosely': 'auditActionLabel, untypedT',
  'borrowSession|oneAtATime|sealPassword|PasswordSeal':
    'startImpersonation, withCrossTabLock, encryptPassword, PasswordKeys',
  roomy: 'isDetail',
  'dialects\\w*|DialectName|NativeDialect|dialectOf': 'protocols, ProtocolName, protocolOf',
}
/** Words that nothing shared is named by alone. */
const declared: Readonly<Record<string, string>> = {
  'weigh|settle|note|tell': 'evaluateNode, completeTask, appendEvent, notify',
  'held|told': 'loadForUpdate, recordTransition',
  'Good|lies|taken': 'DocumentLine, onHand, allocated',
  'begin|judge|present|edge|orderer':
    'startRun, preconditions, currentValues, EdgeTrigger, commandActor',
  'Intake|incoming|Months|whose': 'IngestQueue, parseTelemetry, Partitions, authenticateDevice',
  'seal|Refusal|refused|invalid': 'encryptSecret, HttpError, unprocessable, invalidFields',
  'faces|twins|obey|desk|endings': 'fieldTypes, deviceModels, handleCommand, deps, shutdownHooks',
  'May|Nothing|everyday|Questions': 'Permissions, EmptyValue, commonActions, ConfirmHost',
}
/** Keys of entities, fields and resources. */
const keys: Readonly<Record<string, string>> = {
  'brief|asks|always': 'lookupAccess, actionInputs, fixedQuery',
  'apart|within|beside|when': 'detailOnly, dependsOn, contextField, visibleWhen',
  'beneath|onMap|board': 'formFooter, mapLayer, cardView',
}
const files =
  /^(dating|short|seen|orderer|opened|weigh|intake|incoming|months|take|story|tell|look|begin|judge|present|edge|twins|played|obey|calm|use-calm|use-may|list-spot|use-list-spot|use-list-look|faces|face|tips|borrowed-session|one-at-a-time|before-sign-in|seal|seal-password|dialects?|Questions|Nothing|DialectInput)\.(tsx?|test\.tsx?)$/
/**
 * Words of the wire and of antd, as they are called there; the stock pages' own list of questions.
 */
const spared = new Set([
  'src/kit/definition/seen.ts',
  'contract/seen.ts',
  'src/pages/inventory/stock-document/Questions.tsx',
])

/** Code without its comments and texts. */
const bare = (content: string) =>
  content
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")

function retired(name: string, content: string): string[] {
  const code = bare(content)
  const say = (word: string, now: string) => `${name}: ${word} is now ${now}`
  const found = (from: Readonly<Record<string, string>>, pattern: (word: string) => string) =>
    Object.entries(from).flatMap(([word, now]) =>
      [...code.matchAll(new RegExp(pattern(word), 'gm'))].map(([, said]) => say(said!, now)),
    )
  return [
    ...(!name.startsWith('tests/') && files.test(basename(name)) && !spared.has(name)
      ? [say(basename(name), 'another file')]
      : []),
    ...found(names, (word) => `(?<![\\w$-])(${word})(?![\\w$-])`),
    ...(name.startsWith('tests/') || name.startsWith('scripts/') || spared.has(name)
      ? []
      : found(
          declared,
          (word) =>
            `^export (?:default )?(?:async )?(?:function\\*?|const|let|class|interface|type) (${word})\\b`,
        )),
    ...(/^(contract|src\/resources)\//.test(name)
      ? found(keys, (word) => `[{,]\\s*(${word}): (?!z\\.)`)
      : []),
  ]
}

test('no name is made of a retired word', () => {
  const all = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      // The lint guard's own files come and go while it runs.
      .filter((name) => /\.tsx?$/.test(name) && !/lint-?guard/i.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(all.length).toBeGreaterThan(1000)
  expect(
    all
      .filter((name) => name !== self)
      .flatMap((name) => retired(name, readFileSync(join(root, name), 'utf8'))),
  ).toEqual([])
})

test.each([
  ['server/x.ts', 'await demandGrant(tx)'],
  ['server/x.ts', 'export const told = 1'],
  ['server/x.ts', 'export async function weigh() {}'],
  ['server/x.ts', 'export class Refusal {}'],
  ['contract/farm/x.ts', "landId: ref('land', { within: 'areaId' })"],
  ['src/resources/x.ts', '{ beneath: Foot }'],
  ['server/modules/inventory/engine/dating.ts', ''],
])('%s: %s would be found', (name, content) => {
  expect(retired(name, content)).toHaveLength(1)
})
test.each([
  ['server/x.ts', '// nothing is told, and demandGrant was its name'],
  ['server/x.ts', '  const held = 1'],
  ['server/x.ts', "say('dialects')"],
])('%s: %s stays', (name, content) => {
  expect(retired(name, content)).toEqual([])
})
