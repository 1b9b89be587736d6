import { useEffect, useState } from 'react'
import { keepPhoto, startField } from '#src/api/field/field.ts'
import { upload } from '#src/api/upload.ts'
import type { EntryPhoto } from '#src/lib/field/entry.ts'
import { takePhotos } from '#src/lib/taken-photos.ts'

/**
 * Adds the pictures that a dialog was opened with: kept on this phone, or uploaded where nothing
 * can be kept.
 */
export function useTakenPhotos(add: (photos: readonly (EntryPhoto | string)[]) => void) {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  useEffect(() => {
    const files = takePhotos()
    if (files.length === 0) return
    setState('busy')
    void startField()
      .then(async (isOn) =>
        Promise.all(files.map(async (file) => (isOn ? keepPhoto(file) : upload(file)))),
      )
      .then((photos) => {
        add(photos)
        setState('ready')
      })
      .catch(() => setState('failed'))
    // Once: what was handed over is gone then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return state
}
