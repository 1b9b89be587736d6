import { lazy, type ComponentType } from 'react'
import Waiting from './cards/Waiting.tsx'
import { seesDevices } from '#contract/equipment/device-calls.ts'
import { lockCodes } from '#contract/work/task-calls.ts'
import { ownTaskList } from '#contract/work/task.ts'
import { areaCodes } from '#contract/farm/area.ts'
import { countingScreen } from '#contract/inventory/counting.ts'
import { batch } from '#contract/planting/batch.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import type { HomeAround } from '#contract/home/around-calls.ts'
import type { HomeSettings, HomeWaiting } from '#contract/home/home-calls.ts'
import type { Declared } from './arrange.ts'

export interface HomeCardProps {
  home: HomeWaiting
  /** What comes after the first; none while it is on its way. */
  around: HomeAround | undefined
  base: number | null
  onSave: (change: Partial<HomeSettings>) => void
}
interface HomeCard extends Declared {
  /** Any of them lets somebody see it; none: everybody does. */
  codes: readonly string[]
  Body: ComponentType<HomeCardProps>
}
/** Any of what somebody does outside. */
const fieldDeeds = [ownTaskList, farmLog.permissions.create, countingScreen.permission!]
type Load = () => Promise<{ default: ComponentType<HomeCardProps> }>
const card = (
  code: string,
  side: Declared['side'],
  load: Load,
  codes: readonly string[] = [],
): HomeCard => ({ code, side, codes, Body: lazy(load) })

/** Cards of the first page. A further one is declared here, with its words under `home:cards`. */
export const homeCards: readonly HomeCard[] = [
  // The first that a person looks for: it waits for nothing.
  { code: 'waiting', side: 'left', codes: [], Body: Waiting },
  card('field', 'left', () => import('./cards/Field.tsx'), fieldDeeds),
  card('brief', 'left', () => import('./cards/Brief.tsx')),
  card('batches', 'left', () => import('./cards/Batches.tsx'), [batch.permissions.list]),
  card('season', 'left', () => import('./cards/Season.tsx'), [batch.permissions.list]),
  card('curves', 'left', () => import('./cards/Curves.tsx'), seesDevices),
  card('weather', 'right', () => import('./cards/Weather.tsx')),
  card('locks', 'right', () => import('./cards/Locks.tsx'), lockCodes),
  card('bases', 'right', () => import('./cards/Bases.tsx'), areaCodes),
  card('news', 'right', () => import('./cards/News.tsx')),
  card('entries', 'right', () => import('./cards/Entries.tsx')),
  card('changes', 'right', () => import('./cards/Changes.tsx'), ['wfpf.company.system.auditLog']),
]
