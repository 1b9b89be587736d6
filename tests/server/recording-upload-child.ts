import { openDatabase } from '#server/db/database.ts'
import { s3Bucket, type S3Settings } from '#server/modules/file/engine/bucket.ts'
import { Recorded } from '#server/modules/camera/engine/recorded.ts'
import { Uploads } from '#server/modules/camera/engine/uploads.ts'

// A process that takes recordings to a bucket until it is killed.
const { url, root, s3 } = JSON.parse(process.argv[2]!) as {
  url: string
  root: string
  s3: S3Settings
}
const bucket = s3Bucket(s3)
const recorded = new Recorded(openDatabase(url, { max: 2 }), root, {
  bucket,
  mostWaitingBytes: null,
  told: () => undefined,
})
await new Uploads(recorded, bucket, { away: () => undefined, back: () => undefined }).round()
