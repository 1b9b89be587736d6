import { domain } from '../domain.ts'
import { mapManageScreen } from './manage.ts'
import { mapScreen } from './map.ts'

/** The digital map: what a tenant has, where it lies. */
export const map = domain('map', { screens: [mapScreen, mapManageScreen] })
