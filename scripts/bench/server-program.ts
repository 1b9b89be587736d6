/** What Node.js is given to start the server: the built one where `npm test` has built it, else its sources. */
export const serverProgram = process.env.TEST_BUILT
  ? ['dist/server/main.js']
  : ['--import', 'tsx', 'server/main.ts']
