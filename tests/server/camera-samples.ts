/** What cameras and others are filled in with, where a field's form alone says too little. */
export const cameraSamples = {
  activity: async () => ({
    startsAt: '2026-12-01T01:00:00.000Z',
    endsAt: '2026-12-01T09:00:00.000Z',
  }),
  simPlatform: async () => ({ url: 'https://sim.example.com/v5' }),
  cameraPlatform: async () => ({
    url: 'https://open.example.com',
    streamUrl: 'rtsp://open.example.com:8554',
    whepUrl: 'https://open.example.com',
  }),
  cameraTimer: async () => ({ cron: '0 12 * * *' }),
  camera: async () => ({
    streamAddress: 'rtsp://camera.example.com/main',
    hdAddress: 'rtsp://camera.example.com/hd',
    whepAddress: 'https://camera.example.com/gate/whep',
    streamName: 'live/gate',
    recordFrom: '06:00',
    recordTo: '18:00',
  }),
}
