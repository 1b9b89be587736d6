import { fieldKey } from '#contract/work/field-calls.ts'
import { signIn, signOut } from '#contract/work/attendance-calls.ts'
import { countLines, startCount, type OtherCount } from '#contract/inventory/document-calls.ts'
import { myTask, taskMoves, type OwnReport, type TaskReport } from '#contract/work/task-calls.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import type { Entry, EntryProblem } from '#src/lib/field/entry.ts'
import type { Outcome, QueueSender } from '#src/lib/field/queue.ts'
import { randomId } from '#src/lib/random.ts'
import { isApiError, localCodes, type ApiError } from '../api-error.ts'
import { call } from '../call.ts'
import { self } from '../public-calls.ts'
import { upload } from '../upload.ts'
import { clocksHeard } from './clocks.ts'
import { ownerOf } from './keep.ts'

type Version = { objectVersionNumber?: unknown }
type CountLine = { id?: number; skuId: number; lot: string | null; counted: number | null }
const createLog = { endpoint: farmLog.api.create, access: { code: farmLog.permissions.create } }
const addressesOf = ({ photos }: Entry) =>
  photos.flatMap(({ url, soundBytes }) => (url && soundBytes === undefined ? url : []))
const soundsOf = ({ photos }: Entry) =>
  photos.flatMap(({ url, name, soundBytes }) =>
    url && soundBytes !== undefined ? [{ fileUrl: url, fileName: name, fileSize: soundBytes }] : [],
  )

/** The call that an entry is. */
function callOf(entry: Entry): Promise<unknown> {
  const { kind, subject, input, version, actedAt, phoneAt, key } = entry
  const options = { quiet: true, idempotencyKey: fieldKey + key }
  if (kind === 'log')
    return call(
      createLog,
      { ...input, content: addressesOf(entry), voice: soundsOf(entry), happenedAt: actedAt },
      options,
    )
  if (kind === 'signIn' || kind === 'signOut') {
    const times = { actedAt, phoneAt: new Date(phoneAt).toISOString() }
    return kind === 'signIn'
      ? call(signIn, { ...(input as { areaId: number }), ...times }, options)
      : call(signOut, { ...input, ...times }, options)
  }
  const common = {
    id: Number(subject.split('/')[1]),
    ...(version !== null && { objectVersionNumber: version }),
    actedAt,
    phoneAt: new Date(phoneAt).toISOString(),
  }
  if (kind === 'claim') return call(taskMoves.claim, common, options)
  if (kind === 'reportOwn')
    return call(
      taskMoves.reportOwn,
      { ...(input as OwnReport), photos: addressesOf(entry), ...common },
      options,
    )
  if (kind === 'countStart') return call(startCount, common, options)
  if (kind === 'count') {
    const { id, ...times } = common
    return call(countLines, { id, lines: [input as CountLine], ...times }, options)
  }
  return kind === 'start'
    ? call(taskMoves.start, { ...input, ...common }, options)
    : call(
        taskMoves.finish,
        { ...(input as TaskReport), photos: addressesOf(entry), ...common },
        options,
      )
}

const inTrouble = [502, 503, 504]
/** No answer, or none that says anything of the entry: it is tried again. */
function laterOf(error: ApiError): Outcome | null {
  const { status, code } = error
  if (code === localCodes.foreignSession || status === 401 || status === 429)
    return { is: 'later', isUnsure: false, isCut: true }
  if (status === 0) return { is: 'later', isUnsure: true, isCut: true }
  if (status >= 500) return { is: 'later', isUnsure: true, isCut: inTrouble.includes(status) }
  return code === 'error.idempotency.running' ? { is: 'later', isUnsure: true, isCut: false } : null
}
const problemOf = ({
  status,
  code,
  message,
  fields,
  detail,
  changedBy,
}: ApiError): EntryProblem => ({
  status,
  code,
  message,
  fields,
  detail,
  changedBy,
})
/** The record as the server has it; null: the person sees it no more. Nothing while out of reach. */
async function theirsOf({ kind, subject }: Entry, { status, current, detail }: ApiError) {
  if (kind === 'log' || kind === 'signIn' || kind === 'signOut') return undefined
  if (kind === 'count' || kind === 'countStart') {
    // One line of it, not the whole sheet with each.
    const [other] = (detail.lines ?? []) as OtherCount[]
    if (other) return { counted: other.counted, countedBy: other.countedBy }
    if (current) return { auditStatus: current.auditStatus }
    return status === 404 ? null : undefined
  }
  if (current) return current
  return call(myTask, { id: Number(subject.split('/')[1]) }, { quiet: true }).then(
    ({ task }) => task,
    (error: unknown) => (isApiError(error) && error.status === 404 ? null : undefined),
  )
}
async function outcomeOf(error: unknown, entry?: Entry): Promise<Outcome> {
  if (!isApiError(error)) throw error
  const later = laterOf(error)
  if (later) return later
  const theirs = entry && (await theirsOf(entry, error))
  return {
    is: 'refused',
    problem: { ...problemOf(error), ...(theirs !== undefined && { theirs }) },
  }
}

/** Sends entries of one person, as that person alone. */
export const senderOf = (owner: string): QueueSender => ({
  clocks: clocksHeard,
  now: () => Date.now(),
  newKey: randomId,
  hear: async () => {
    const user = await call(self, {}, { quiet: true }).catch(() => null)
    return user && ownerOf(user.tenantId, user.id) === owner ? clocksHeard() : null
  },
  upload: async (photo, name) => {
    const file = new File([photo], name, { type: photo.type })
    return upload(file, { bucketName: 'public', quiet: true }).then(
      (url) => ({ is: 'stored', url }) as const,
      (error: unknown) => outcomeOf(error),
    )
  },
  send: (entry) =>
    callOf(entry).then(
      (answer): Outcome => {
        const version = (answer as Version | undefined)?.objectVersionNumber
        return { is: 'done', version: typeof version === 'number' ? version : null }
      },
      (error: unknown) => outcomeOf(error, entry),
    ),
})
