import { DAY, HOUR } from './time.ts'

/** Rules that several places keep. Those of one place stand in it. */

/** The source shows sales of ten days, so a sale leaves the state once it is so much older than the newest of all. */
export const WINDOW_DAYS = 10
export const WINDOW_HOURS = WINDOW_DAYS * 24
export const WINDOW = WINDOW_HOURS * HOUR

/** Fewer prices make no median worth judging others by: one wrong receipt of three would be it. */
export const PRICES_FOR_A_MEDIAN = 8

/** Prices, or medians, so near one another count as the same. */
export const NEAR = 0.02

/** What changed can be asked for so long; after that, everything is to be read anew. */
export const CHANGES_KEPT_DAYS = 30
export const CHANGES_KEPT = CHANGES_KEPT_DAYS * DAY

/** The source's batches appear near :35, so hourly collections begin at :45. */
export const MINUTE_OF_HOUR = 45
