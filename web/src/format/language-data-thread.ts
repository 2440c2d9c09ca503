import { easternTime } from '@dashboard/contract/eastern-time'

// Loads the language data and the time zone, for all threads of the page.
easternTime(new Date().toISOString())
close()
