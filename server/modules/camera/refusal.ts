import { HttpError } from '#server/db/http-error.ts'
import { CameraFault, type CameraFaultCode } from './engine/source.ts'

const statuses: Readonly<Partial<Record<CameraFaultCode, number>>> = {
  disabled: 409,
  offline: 409,
}
/** A camera's refusal as a caller is told it. */
export const refusalOf = ({ code, detail }: CameraFault) =>
  new HttpError(statuses[code] ?? 422, `camera.${code}`, {
    params: { detail: detail.slice(0, 200) },
  })
/** Work whose faults are told to a caller. */
export const orRefused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof CameraFault ? refusalOf(error) : error
  })
