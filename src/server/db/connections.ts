/** So many pg-boss may have for handing jobs in and for working on them. */
export const connectionsForJobs = 4
/** pg-boss hears of new jobs over one, where they are worked on; over the other processes tell each other what has changed. */
const listening = 2
/** So many PostgreSQL keeps for its superuser unless it is told otherwise. */
const keptForSuperuser = 3
/** What is run beside the processes, a backup or the doctor, has two at most. */
const beside = 2

/**
 * What a process that works on jobs holds at most, beside its pool; one with WORKER=off has one less. A start has one as
 * the database's owner, and gives it back before it opens the first of these.
 */
export const besidePool = connectionsForJobs + listening

/** For how many processes it is enough that PostgreSQL allows so many. */
export const processesWithin = (most: number, poolSize: number): number =>
  Math.max(0, Math.floor((most - keptForSuperuser - beside) / (poolSize + besidePool)))
