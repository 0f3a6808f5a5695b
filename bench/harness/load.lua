-- wrk's requests: lines of a file in turn, tab-separated, the first field a session's token; {2} in path and body is the second
-- field. Several paths, divided by spaces, are asked for in turn, each session for all of them. Everything comes by the environment (measure.ts). One thread, so that these counters are the load's.
local function env(name) return os.getenv('LOAD_' .. name) end
local method, path, body, run = env('METHOD'), env('PATH'), env('BODY'), env('RUN')
local part, parts, once = tonumber(env('PART')), tonumber(env('PARTS')), env('ONCE') == 'yes'
local lines, at, sent = {}, 0, 0
local paths = {}
for one in string.gmatch(path, '%S+') do paths[#paths + 1] = one end
good, refused = 0, 0

local number = 0
for line in io.lines(env('LINES')) do
  if number % parts == part then
    local fields = {}
    for field in string.gmatch(line, '[^\t]+') do fields[#fields + 1] = field end
    lines[#lines + 1] = fields
  end
  number = number + 1
end

local function fill(text, fields)
  return (string.gsub(text, '{(%d)}', function(index) return fields[tonumber(index)] end))
end

function request()
  sent = sent + 1
  local turn = (sent - 1) % #paths
  if turn == 0 then at = at % #lines + 1 end
  if once and sent > #lines then return wrk.format('GET', '/health/live') end
  local fields = lines[at]
  local headers = { authorization = fields[1] }
  if method == 'POST' then
    headers['content-type'] = 'application/json'
    headers['idempotency-key'] = run .. ':' .. part .. ':' .. sent
  end
  return wrk.format(method, fill(paths[turn + 1], fields), headers, body and fill(body, fields))
end

-- Only what was meant counts: past the end of a file whose lines are taken once, answers are of another call.
function response(status)
  if once and good + refused >= #lines then return end
  if status >= 200 and status < 300 then good = good + 1 else refused = refused + 1 end
end

function setup(thread) made = thread end

function done(summary, latency)
  local counts = { made:get('good') or 0, made:get('refused') or 0, summary.duration, latency:percentile(99) }
  io.write(string.format('RESULT %d %d %d %f\n', unpack(counts)))
end
