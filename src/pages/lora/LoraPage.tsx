import { Navigate, useLocation } from 'react-router'
import { deviceTypes } from '#contract/devices/index.ts'

/** The second address of LoRa nodes (spec 1 §2.5) leads to the first, with whatever it asks for. */
export default function LoraPage() {
  const { search } = useLocation()
  return <Navigate to={{ pathname: deviceTypes.lorawan_node.route, search }} replace />
}
