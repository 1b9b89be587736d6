import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { maxImageBytes, maxUploadBytes } from '#contract/file/file-calls.ts'
import { clipFault } from '#contract/file/clip.ts'
import type { Clip, StoredFile } from '#contract/field.ts'
import { UploadQueue } from '#src/api/upload-queue.ts'
import { readFilm } from '#src/lib/film.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'

export type UploadKind = 'image' | 'video' | 'file'
/** JPG or PNG, MP4 (docs/specification.md 6.6); other files are for who is signed in. */
const uploadRules = {
  image: { accept: 'image/jpeg,image/png', maxBytes: maxImageBytes, bucketName: 'public' },
  video: { accept: 'video/mp4', maxBytes: maxUploadBytes, bucketName: 'public' },
  file: {
    accept: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.zip,.jpg,.jpeg,.png,.mp4',
    maxBytes: maxUploadBytes,
    bucketName: 'private',
  },
} as const satisfies Record<UploadKind, object>

/** Files of one kind being uploaded; each that has arrived is handed over. */
export function useUploads(
  kind: UploadKind,
  onStored: (file: StoredFile) => void | Promise<void>,
  { clip, mostBytes }: { clip?: Clip; mostBytes?: number } = {},
) {
  const t = untypedT(useTranslation('kit').t)
  const { accept, bucketName, ...usual } = uploadRules[kind]
  const maxBytes = mostBytes ?? usual.maxBytes
  const [queue] = useState(() => new UploadQueue(bucketName))
  const found = useSyncExternalStore(queue.listen, queue.uploads)
  useEffect(() => {
    queue.handOver((fileUrl, { name, size }) =>
      onStored({ fileUrl, fileName: name, fileSize: size }),
    )
  })
  const types = accept.split(',').filter((one) => one.includes('/'))
  const filmProblem = async (file: File, bounds: Clip) => {
    const film = await readFilm(file)
    const fault = clipFault(
      { type: file.type, size: file.size, seconds: null, width: null, height: null, ...film },
      bounds,
    )
    return fault ? t(fault.code, { ns: 'errors', keySeparator: false, ...fault.params }) : undefined
  }
  const add = (files: Iterable<File>) =>
    queue.add(files, (file) => {
      const { type, size } = file
      if (types.length > 0 && !types.includes(type)) return t(`kit:${kind}.type`)
      if (clip) return filmProblem(file, clip)
      return size > maxBytes ? t(`kit:${kind}.size`, { size: maxBytes / 1024 / 1024 }) : undefined
    })
  const uploads = found.map(({ problem, ...rest }) => ({
    ...rest,
    problem:
      problem === undefined || typeof problem === 'string' ? problem : sentenceOf(t, problem).text,
  }))
  return {
    uploads,
    add,
    dismiss: (key: string) => queue.dismiss(key),
    retry: (key: string) => queue.retry(key),
    accept,
    isBusy: uploads.some(({ problem }) => problem === undefined),
  }
}
