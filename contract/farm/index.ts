import { domain } from '../domain.ts'
import { area, baseManageScreen, baseScreen } from './area.ts'
import { crop, cropScreen, variety, varietyScreen } from './crop.ts'
import { defaultScreen, homeScreen, serverErrorScreen } from './home.ts'
import { land, landScreen } from './land.ts'
import { farmStore, farmStoreScreen } from './store.ts'
import { taskType, taskTypeScreen } from './task-type.ts'
import { worker, workerScreen } from './worker.ts'
import { soilTest, soilTestScreen } from './soil-test.ts'
import { landmark, landmarkScreen } from './landmark.ts'
import { machineKind, machineKindScreen } from './machine-kind.ts'

/** Bases, land, crops, people at work. */
export const farm = domain('farm', {
  entities: [
    area,
    land,
    crop,
    variety,
    taskType,
    worker,
    farmStore,
    soilTest,
    landmark,
    machineKind,
  ],
  screens: [
    homeScreen,
    baseScreen,
    landScreen,
    workerScreen,
    baseManageScreen,
    farmStoreScreen,
    cropScreen,
    varietyScreen,
    taskTypeScreen,
    defaultScreen,
    serverErrorScreen,
    soilTestScreen,
    landmarkScreen,
    machineKindScreen,
  ],
})
