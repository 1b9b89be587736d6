import { landmark, landmarkScreen } from '#contract/farm/landmark.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const landmarkList = resource(landmark, {
  screen: landmarkScreen,
  list: {
    columns: ['landmarkName', 'kind', 'areaId', 'latlng', 'description'],
    filters: ['landmarkName', 'kind', 'areaId', 'description'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['landmarkName', 'kind'],
    ['areaId', 'latlng'],
    ['picture', 'description'],
  ],
})
