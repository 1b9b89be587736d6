import { checkResources, menusOfRole } from '#contract/account/menus.ts'
import { storedLanguage } from '#src/lib/language.ts'
import { call } from './call.ts'
import { currentScope, onScopeChange } from './scope.ts'

// docs/specification.md 3.1
const windowMs = 300
const longestMs = 1000
const moduleDelayMs = 100
/** Of one call (contract: check-resources). */
const mostCodes = 300

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
    // No answer: refused for now, and asked again next time.
  }
  for (const code of codes) {
    const isGranted = approved.get(code) ?? false
    if (isAnswered && key === scopeKey()) granted.set(code, isGranted)
    askedFor.get(code)?.settle(isGranted)
    askedFor.delete(code)
  }
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
  const list = await call(menusOfRole, { subModule, lang: storedLanguage() }, { quiet: true })
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
