import { temporaryFolder } from './folders.ts'
import { killContract } from './kill-contract.ts'

killContract(
  'durable-fs',
  async () => ({ kind: 'folder', folder: temporaryFolder() }),
  [3, 77, 140, 199, 260, 347],
)
