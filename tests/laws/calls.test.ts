import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { entities } from '#contract/domains.ts'
import { storageName } from '#contract/entity.ts'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name}`)
const placesOf = (pattern: RegExp, apart: readonly string[]) =>
  files.filter(
    (file) =>
      !apart.some((one) => file.startsWith(one)) && pattern.test(readFileSync(file, 'utf8')),
  )
const homes = ['src/api/', 'src/kit/calls/']

test('calls are asked through useCall and kept under the key of their contract', () => {
  expect(files.length).toBeGreaterThan(500)
  const byHand =
    /\bqueryKey:|\bqueryFn\b|\buse(?:Infinite)?Query\(|\binvalidateQueries\(\{ queryKey/
  expect(placesOf(byHand, homes)).toEqual([])
})

test('nobody goes past call() to the client', () => {
  const past = /\bhttp\.(?:get|post|put|delete|request)\b/
  // Refine's data provider is an adapter of its own: it knows an entity's endpoints, no calls.
  expect(placesOf(past, [...homes, 'src/providers/data.ts'])).toEqual([])
})

test('pages send and ask by contract, through the kit', () => {
  const reasons = {
    'src/features/camera/shared/use-shared.ts': 'stands before sign-in, where no kit is loaded',
    'src/pages/inventory/stock-document/use-count.ts': 'waits without a connection and tries again',
  }
  const byHand = /import \{[^}]*\bcall\b[^}]*\} from '#src\/api\/call\.ts'/
  // Before sign-in neither kit nor queries are loaded.
  const apart = ['src/api/', 'src/kit/', 'src/providers/', 'src/shell/sign-in/']
  expect(placesOf(byHand, apart).sort()).toEqual(Object.keys(reasons).sort())
})

test('live events are followed by what the contract says, not by pages', () => {
  const reasons = {
    'src/providers/live.ts': 'refine looks again at its own lists',
    'src/Session.tsx': 'rights make everything stale',
    'src/kit/import-export/use-followed-job.ts': 'follows one job to its file, which is no answer',
    'src/pages/board/BoardPage.tsx': 'only of devices that its cards show',
    'src/pages/map/use-map-data.ts': 'of all devices only those that have spoken',
    'src/pages/platform/recycle-bin/RecyclePage.tsx':
      'a deletion is told under the name of its entity',
  }
  expect(placesOf(/\bsubscribe\(/, homes).sort()).toEqual(Object.keys(reasons).sort())
})

test('what is asked and sent in a dialog is the kit’s Dialog', () => {
  const reasons = {
    'src/pages/automation/control-rule/RunDialog.tsx': 'follows a run; it has no fields',
    'src/pages/connectivity/lora/ConnectionDialog.tsx': 'several parts, each sent by itself',
    'src/shell/notices/LatestNotice.tsx': 'is read by being closed',
    'src/shell/notices/VisualEntry.tsx': 'a list of screens, each opened by itself',
  }
  const sends = /\buse(?:Submit|CallMutation|Send)\(/
  const drawn = placesOf(/<Modal\b/, ['src/api/', 'src/kit/'])
  expect(drawn.filter((file) => sends.test(readFileSync(file, 'utf8'))).sort()).toEqual(
    Object.keys(reasons).sort(),
  )
})

/** What the server tells besides the names under which records are kept. */
const told = ['messages', 'job', 'approval', 'alarm', 'home']
test('what makes which answers stale', () => {
  const loaders = import.meta.glob<Record<string, unknown>>('../../contract/**/*.ts', {
    eager: true,
  })
  const table = new Map<string, string[]>()
  for (const exported of Object.values(loaders))
    for (const value of Object.values(exported)) {
      const { endpoint, staleAfter, input } = (value ?? {}) as Partial<Call>
      if (typeof endpoint !== 'string' || !staleAfter) continue
      const names = Object.keys((input as unknown as { shape?: z.ZodRawShape }).shape ?? {})
      for (const [event, field] of Object.entries(staleAfter)) {
        expect([...told, ...entities.map(storageName)]).toContain(event)
        if (field !== true)
          expect([endpoint, names]).toEqual([endpoint, expect.arrayContaining([field])])
        const path = endpoint.replace('{tenant}/', '')
        table.set(event, [
          ...(table.get(event) ?? []),
          field === true ? path : `${path} by ${field}`,
        ])
      }
    }
  const rows = [...table].map(([event, calls]) => [event, [...new Set(calls)].sort()] as const)
  expect(Object.fromEntries(rows)).toMatchInlineSnapshot(`
    {
      "activity": [
        "GET /wfpf/v1/activity/{id}/members by id",
      ],
      "alarm": [
        "GET /wfpe/v1/alarm",
        "GET /wfpe/v1/alarm/count",
        "GET /wfpe/v1/alarm/{id}",
        "GET /wfpe/v1/device/markers",
        "GET /wfpe/v1/device/type-counts",
        "GET /wfpf/v1/area/states",
        "GET /wfpf/v1/home",
        "GET /wfpf/v1/home/brief",
        "GET /wfpf/v1/menu-counts",
      ],
      "alarmRule": [
        "GET /wfpe/v1/camera/event-rules",
        "GET /wfpf/v1/batch/{id}/stage-rules",
      ],
      "approval": [
        "GET /wfpf/v1/approval-process/query/page",
        "GET /wfpf/v1/approval-process/timeline",
        "GET /wfpf/v1/approval-process/{id}/timeline",
        "GET /wfpf/v1/approval-task/count",
        "GET /wfpf/v1/approval-task/query/page",
        "GET /wfpf/v1/home",
        "GET /wfpf/v1/menu-counts",
      ],
      "area": [
        "GET /wfpf/v1/area/ground",
        "GET /wfpf/v1/area/states",
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/map",
      ],
      "attendance": [
        "GET /wfpf/v1/attendance/day",
        "GET /wfpf/v1/attendance/mine",
        "GET /wfpf/v1/task/field",
      ],
      "batch": [
        "GET /wfpf/v1/batch/plan",
        "GET /wfpf/v1/batch/{id}/family",
        "GET /wfpf/v1/batch/{id}/family/ahead",
        "GET /wfpf/v1/batch/{id}/figures by id",
        "GET /wfpf/v1/batch/{id}/stage-rules by id",
        "GET /wfpf/v1/batch/{id}/timeline by id",
        "GET /wfpf/v1/home/around",
        "GET /wfpf/v1/home/brief",
        "GET /wfpf/v1/land/{id}/history",
        "GET /wfpf/v1/map",
        "GET /wfpf/v1/map/day",
        "GET /wfpf/v1/plan/{id}/chart",
        "GET /wfpf/v1/plan/{id}/replan",
        "GET /wfpf/v1/product/intervals",
        "GET /wfpf/v1/shipment/batches",
      ],
      "camera": [
        "GET /wfpe/v1/camera/event-rules",
        "GET /wfpe/v1/camera/shares",
      ],
      "controlRule": [
        "GET /wfpf/v1/home",
      ],
      "crop": [
        "GET /wfpf/v1/batch/{id}/stage-rules",
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/guide/starter",
        "GET /wfpf/v1/plan/{id}/needs",
        "GET /wfpf/v1/product/intervals",
      ],
      "device": [
        "GET /wfpe/v1/aerator/pump by regulatorId",
        "GET /wfpe/v1/device/commands",
        "GET /wfpe/v1/device/concentrator/{id}/visualization by id",
        "GET /wfpe/v1/device/gateway/switch by deviceId",
        "GET /wfpe/v1/device/type-counts",
        "GET /wfpe/v1/simulated-farm",
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/home",
      ],
      "home": [
        "GET /wfpf/v1/home",
        "GET /wfpf/v1/home/around",
        "GET /wfpf/v1/home/brief",
      ],
      "job": [
        "GET /iam/v1/imports/{id}",
        "GET /iam/v1/jobs",
      ],
      "land": [
        "GET /wfpf/v1/area/ground",
        "GET /wfpf/v1/area/states",
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/land/parts",
        "GET /wfpf/v1/map",
        "GET /wfpf/v1/map/day",
      ],
      "landmark": [
        "GET /wfpf/v1/map",
      ],
      "machineKind": [
        "GET /wfpf/v1/plan/{id}/needs",
      ],
      "messages": [
        "GET /hmsg/v1/messages/user",
        "GET /hmsg/v1/messages/user/count",
        "GET /hmsg/v1/notices/page-details",
        "GET /wfpf/v1/home/around",
      ],
      "plan": [
        "GET /wfpf/v1/batch/plan",
        "GET /wfpf/v1/batch/{id}/family/ahead",
        "GET /wfpf/v1/menu-counts",
        "GET /wfpf/v1/plan/{id}/chart by id",
        "GET /wfpf/v1/plan/{id}/needs by id",
        "GET /wfpf/v1/plan/{id}/replan by id",
      ],
      "planItem": [
        "GET /wfpf/v1/batch/plan",
        "GET /wfpf/v1/menu-counts",
        "GET /wfpf/v1/plan/{id}/chart",
        "GET /wfpf/v1/plan/{id}/needs",
        "GET /wfpf/v1/plan/{id}/replan",
      ],
      "product": [
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/product/intervals",
      ],
      "role": [
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/guide/starter",
      ],
      "seed": [
        "GET /wfpf/v1/plan/{id}/needs",
      ],
      "simCard": [
        "GET /wfpf/v1/home",
      ],
      "stockBalance": [
        "GET /wfpf/v1/menu-counts",
        "GET /wfpf/v1/plan/{id}/needs",
        "GET /wfpf/v1/stock-document/lots",
        "GET /wfpf/v1/stock-lot/{id}/places",
      ],
      "stockDocument": [
        "GET /wfpf/v1/home",
        "GET /wfpf/v1/inventory-form/field",
        "GET /wfpf/v1/land/locks",
        "GET /wfpf/v1/menu-counts",
        "GET /wfpf/v1/plan/{id}/needs",
      ],
      "stockLimit": [
        "GET /wfpf/v1/home",
      ],
      "stockLot": [
        "GET /wfpf/v1/plan/{id}/needs",
      ],
      "task": [
        "GET /wfpf/v1/attendance/day",
        "GET /wfpf/v1/attendance/mine",
        "GET /wfpf/v1/batch/{id}/family/ahead",
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/home",
        "GET /wfpf/v1/home/around",
        "GET /wfpf/v1/home/brief",
        "GET /wfpf/v1/land/locks",
        "GET /wfpf/v1/map",
        "GET /wfpf/v1/map/day",
        "GET /wfpf/v1/menu-counts",
        "GET /wfpf/v1/plan/{id}/chart",
        "GET /wfpf/v1/plan/{id}/needs",
        "GET /wfpf/v1/plan/{id}/replan",
        "GET /wfpf/v1/task/field",
        "GET /wfpf/v1/task/mine",
        "GET /wfpf/v1/task/mine/{id} by id",
        "GET /wfpf/v1/task/people",
        "GET /wfpf/v1/task/{id}/costs by id",
      ],
      "taskType": [
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/guide/starter",
      ],
      "unit": [
        "GET /wfpf/v1/guide",
        "GET /wfpf/v1/guide/starter",
      ],
      "user": [
        "GET /wfpf/v1/guide",
      ],
      "warehouse": [
        "GET /wfpf/v1/transfer/targets",
      ],
      "worker": [
        "GET /wfpf/v1/attendance/day",
        "GET /wfpf/v1/task/people",
      ],
    }
  `)
})
