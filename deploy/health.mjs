// Checks whether the program in this container can do its work: exits with 0 if its /health/ready says so. Imports nothing.
const { PORT = '8080' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/health/ready`, { signal: AbortSignal.timeout(3_000) }).catch(
  () => null,
);
process.exit(answer?.status === 200 ? 0 : 1);
