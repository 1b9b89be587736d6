import type { Definition } from '#src/kit/definition/resource.ts'
import { areas } from './area.ts'
import { crops } from './crop.ts'
import { defaultPage, homePage, serverErrorPage } from './home.ts'
import { lands } from './land.ts'
import { accountPage, basePage, jobsPage } from './pages.ts'
import { farmStores } from './store.ts'
import { taskTypes } from './task-type.ts'
import { varieties } from './variety.ts'
import { workers } from './worker.ts'
import { soilTestList } from './soil-test.ts'
import { landmarkList } from './landmark.ts'
import { machineKindList } from './machine-kind.ts'

export const farm: readonly Definition[] = [
  homePage,
  basePage,
  lands,
  workers,
  accountPage,
  jobsPage,
  areas,
  farmStores,
  crops,
  varieties,
  taskTypes,
  defaultPage,
  serverErrorPage,
  soilTestList,
  landmarkList,
  machineKindList,
]
