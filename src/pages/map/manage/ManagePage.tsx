import { lazy } from 'react'
import { LoadedMap } from '../LoadedMap.tsx'
import './manage.css'

const loading = import('./ManageMap.tsx')
const ManageMap = lazy(() => loading)
const texts = ['map', 'kit', 'common', 'menus', 'equipment', 'farm']

/** Where plots, bases and devices are drawn and put on the map. */
export default function ManagePage() {
  return (
    <LoadedMap
      texts={texts}
      draw={({ base, data, rows, refetch }) => (
        <ManageMap base={base} data={data} rows={rows} refetch={refetch} />
      )}
    />
  )
}
