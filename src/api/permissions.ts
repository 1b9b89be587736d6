import { checkResources, menusOfRole } from '#contract/account/menus.ts'
import { storedLanguage } from '#src/lib/language.ts'
import type { z } from 'zod'
import { isApiError } from './api-error.ts'
import { call } from './call.ts'
import { keep, recall } from './field/keep.ts'
import { currentScope, onScopeChange } from './scope.ts'

// docs/specification.md 3.1
const windowMs = 300
const longestMs = 1000
const moduleDelayMs = 100
/** Of one call (contract: check-resources). */
const mostCodes = 300
const keepAfterMs = 1000

interface Asked {
  promise: Promise<boolean>
  settle: (isGranted: boolean) => void
}
/** Dies with the tenant or the permission version it was filled for. */
let granted = new Map<string, boolean>()
let asked = new Map<string, Asked>()
let queue: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let firstAt = 0
let generation = 0
let modules = new Map<string, Promise<ModulePermissions>>()

const scopeKey = () =>
  `${currentScope()?.tenantId}:${currentScope()?.permissionVersion}:${generation}`

/**
 * Forgets everything; called on sign-out, tenant change and when the server says permissions
 * changed.
 */
export function resetPermissions(): void {
  generation++
  clearTimeout(timer)
  const open = queue
  granted = new Map()
  modules = new Map()
  // Whoever is still waiting gets an answer for the new scope.
  const waiting = open.map((code) => [code, asked.get(code)] as const)
  asked = new Map()
  queue = []
  for (const [code, one] of waiting) if (one) void ask(code).then(one.settle)
}
onScopeChange(resetPermissions)

async function send(codes: string[], askedFor: Map<string, Asked>): Promise<void> {
  const key = scopeKey()
  const approved = new Map<string, boolean>()
  let isAnswered = false
  try {
    const answer = await call(checkResources, codes, { quiet: true })
    if (Array.isArray(answer)) {
      isAnswered = true
      for (const { code, approve } of answer) approved.set(code, approve === true)
    }
  } catch {
    // No answer: as it was when there was a network, else refused for now; asked again next time.
    const kept = await keptGrants()
    for (const code of codes) if (kept[code]) approved.set(code, true)
  }
  for (const code of codes) {
    const isGranted = approved.get(code) ?? false
    if (isAnswered && key === scopeKey()) granted.set(code, isGranted)
    askedFor.get(code)?.settle(isGranted)
    askedFor.delete(code)
  }
  if (isAnswered && key === scopeKey()) keepGrants()
}

interface Grants {
  version: number | undefined
  codes: Readonly<Record<string, boolean>>
}
const grantsName = 'grants'
let keeping: ReturnType<typeof setTimeout> | undefined
async function keptGrants(): Promise<Grants['codes']> {
  const kept = await recall<Grants>(grantsName)
  return kept?.version === currentScope()?.permissionVersion ? (kept?.codes ?? {}) : {}
}
/** What one may do goes along into the field; the server decides when it is told. */
function keepGrants(): void {
  clearTimeout(keeping)
  keeping = setTimeout(async () => {
    const version = currentScope()?.permissionVersion
    const codes = { ...(await keptGrants()), ...Object.fromEntries(granted) }
    keep(grantsName, { version, codes } satisfies Grants)
  }, keepAfterMs)
}

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  const codes = queue
  queue = []
  for (let start = 0; start < codes.length; start += mostCodes)
    void send(codes.slice(start, start + mostCodes), asked)
}

function ask(code: string): Promise<boolean> {
  const known = granted.get(code)
  if (known !== undefined) return Promise.resolve(known)
  const before = asked.get(code)
  if (before) return before.promise
  let settle: Asked['settle'] = () => {}
  const promise = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  asked.set(code, { promise, settle })
  if (queue.length === 0) firstAt = Date.now()
  queue.push(code)
  clearTimeout(timer)
  timer = setTimeout(flush, Math.max(0, Math.min(windowMs, firstAt + longestMs - Date.now())))
  return promise
}

/**
 * Whether the user holds every one of these codes. Asked together they travel together; never
 * rejects.
 */
export async function isGranted(codes: string | readonly string[]): Promise<boolean> {
  const list = typeof codes === 'string' ? [codes] : codes
  const answers = await Promise.all(list.map(ask))
  return answers.every(Boolean)
}

/** Whether the user holds at least one of these codes. */
export async function isAnyGranted(codes: readonly string[]): Promise<boolean> {
  return (await Promise.all(codes.map(ask))).some(Boolean)
}

/** What the user may open in a module, by code and by route. */
interface ModulePermissions {
  codes: ReadonlySet<string>
  routes: ReadonlySet<string>
}
type Listed = z.output<typeof menusOfRole.answer>[number]
const nothing: ModulePermissions = { codes: new Set(), routes: new Set() }
let waitingModules: (() => void)[] = []
let moduleTimer: ReturnType<typeof setTimeout> | undefined

const moduleTurn = () =>
  new Promise<void>((resolve) => {
    waitingModules.push(resolve)
    moduleTimer ??= setTimeout(() => {
      const turn = waitingModules
      waitingModules = []
      moduleTimer = undefined
      turn.forEach((go) => go())
    }, moduleDelayMs)
  })

async function fetchModule(subModule: string): Promise<ModulePermissions> {
  await moduleTurn()
  const name = `module/${subModule}`
  const list = await call(
    menusOfRole,
    { subModule, lang: storedLanguage() },
    { quiet: true },
  ).catch(async (error: unknown) => {
    const kept = isApiError(error) && error.isUnanswered ? await recall<Listed[]>(name) : undefined
    if (!kept) throw error
    return kept
  })
  keep(name, list)
  if (!Array.isArray(list) || list.length === 0) throw new Error('no permission list')
  return {
    codes: new Set(list.map((entry) => entry.code)),
    routes: new Set(list.map((entry) => entry.route)),
  }
}

/** After a failed or empty fetch no route of the module is open (docs/specification.md 3.2). */
export function modulePermissions(subModule: string): Promise<ModulePermissions> {
  const kept = modules.get(subModule)
  if (kept) return kept
  const home = modules
  const fetched = fetchModule(subModule).catch(() => {
    home.delete(subModule)
    return nothing
  })
  home.set(subModule, fetched)
  return fetched
}
