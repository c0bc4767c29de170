import { teamReader } from '../search-readers.ts';
import { defineScript } from './script.ts';

/** Documents whose numbers differ only in their lower two bytes. */
export const blockSize = 65_536;

/** The mark of a document that somebody keeps; no member has this ID. */
export const keptMark = 'kept';

const workspacePrefix = 'workspace:';

/** The mark of all documents of a workspace; no member has such an ID. */
export const workspaceMark = (workspace: string): string => `${workspacePrefix}${workspace}`;

/**
 * The position of a conversation that is being deleted: nothing more is indexed of it, even where its deletion
 * fails half-way, until it is tried again.
 */
export const deletedPosition = 'deleted';

/**
 * Lua: the marks of a conversation’s documents: its workspace, and who may read it, as `readersOf` says. `blocks` is where the
 * names of keys begin.
 */
const markFunctions = `
  local function marksOf(conversation)
    local marks = {'${workspacePrefix}' .. conversation.workspace}
    if type(conversation.audience) ~= 'table' then
      marks[2] = '${teamReader}'
      return marks
    end
    marks[2] = conversation.createdBy.id
    for _, id in ipairs(conversation.audience) do marks[#marks + 1] = id end
    return marks
  end
  local function blockOf(number) return math.floor(number / ${blockSize}) end
  local function setMark(blocks, number, mark, isOn)
    local key = blocks .. blockOf(number) .. ':mark:' .. mark
    local low = number % ${blockSize}
    if isOn then
      redis.call('SETBIT', key, low, 1)
    elseif redis.call('GETBIT', key, low) == 1 then
      redis.call('SETBIT', key, low, 0)
      if redis.call('BITCOUNT', key) == 0 then redis.call('DEL', key) end
    end
  end
`;

/** Lua: a document's terms come as two bytes each. */
const documentFunctions = `
  ${markFunctions}
  local function eachTerm(blocks, number, packed, act)
    local name = blocks .. blockOf(number) .. ':term:'
    local low = number % ${blockSize}
    local entry = string.char(math.floor(low / 256), low % 256)
    for at = 1, #packed, 2 do
      local high, rest = string.byte(packed, at, at + 1)
      act(string.format('%s%d', name, high * 256 + rest), entry)
    end
  end
  local function addEntry(key, entry) redis.call('APPEND', key, entry) end
  local function removeEntry(key, entry)
    local entries = redis.call('GET', key)
    if not entries then return end
    -- Not as strings: how those compare depends on the locale of the server.
    local function numberAt(text, index)
      local first, second = string.byte(text, index * 2 - 1, index * 2)
      return first * 256 + second
    end
    local wanted = numberAt(entry, 1)
    local low, high = 1, #entries / 2
    while low < high do
      local middle = math.floor((low + high) / 2)
      if numberAt(entries, middle) < wanted then low = middle + 1 else high = middle end
    end
    if string.sub(entries, low * 2 - 1, low * 2) ~= entry then return end
    if #entries == 2 then
      redis.call('DEL', key)
      return
    end
    redis.call('SET', key, string.sub(entries, 1, low * 2 - 2) .. string.sub(entries, low * 2 + 1))
  end
  local function removeDocument(keys, blocks, marks, id, packed)
    local number = tonumber(redis.call('HGET', keys.numbers, id))
    if not number then return end
    eachTerm(blocks, number, packed, removeEntry)
    for _, mark in ipairs(marks) do setMark(blocks, number, mark, false) end
    setMark(blocks, number, '${keptMark}', false)
    redis.call('HDEL', keys.documents, number)
    redis.call('HDEL', keys.numbers, id)
    redis.call('SREM', keys.own, number)
  end
`;

/**
 * KEYS: records, positions, numbers by conversation and ID, documents, numbers of the conversation, latest number. ARGV: options
 * (JSON), ID and terms of each document to remove, ID, document (JSON) and terms of each to add, ID and 1 or 0
 * of each that is kept or released. Returns whether it was done.
 */
export const indexScript = defineScript(`
  ${documentFunctions}
  local options = cjson.decode(ARGV[1])
  local record = redis.call('HGET', KEYS[1], options.conversation)
  local position = redis.call('HGET', KEYS[2], options.conversation) or ''
  if not record or position ~= options.from or position == '${deletedPosition}' then return 0 end
  local keys = {numbers = KEYS[3], documents = KEYS[4], own = KEYS[5]}
  local marks = marksOf(cjson.decode(record))
  local at = 2
  for _ = 1, options.removed do
    removeDocument(keys, options.blocks, marks, ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  for _ = 1, options.added do
    local number = redis.call('INCR', KEYS[6])
    redis.call('HSET', keys.numbers, ARGV[at], number)
    redis.call('HSET', keys.documents, number, ARGV[at + 1])
    redis.call('SADD', keys.own, number)
    eachTerm(options.blocks, number, ARGV[at + 2], addEntry)
    for _, mark in ipairs(marks) do setMark(options.blocks, number, mark, true) end
    at = at + 3
  end
  for _ = 1, options.kept do
    local number = tonumber(redis.call('HGET', keys.numbers, ARGV[at]))
    if number then setMark(options.blocks, number, '${keptMark}', ARGV[at + 1] == '1') end
    at = at + 2
  end
  redis.call('HSET', KEYS[2], options.conversation, options.to)
  return 1
`);

/** KEYS as above, without positions and latest number. ARGV: conversation, start of the keys' names, ID and terms of each document. */
export const removeScript = defineScript(`
  ${documentFunctions}
  local keys = {numbers = KEYS[2], documents = KEYS[3], own = KEYS[4]}
  local record = redis.call('HGET', KEYS[1], ARGV[1])
  local marks = record and marksOf(cjson.decode(record)) or {}
  for at = 3, #ARGV, 2 do removeDocument(keys, ARGV[2], marks, ARGV[at], ARGV[at + 1]) end
`);

/**
 * Lua: `moveReaders(numbers, blocks, before, after)` marks the documents of a conversation for those who may
 * read it now; `before` and `after` are its records. A reader costs the same however many documents there are.
 */
export const moveReadersFunction = `
  ${markFunctions}
  local function without(marks, others)
    local isOther = {}
    for _, reader in ipairs(others) do isOther[reader] = true end
    local found = {}
    for _, reader in ipairs(marks) do
      if not isOther[reader] then found[#found + 1] = reader end
    end
    return found
  end
  local function moveReaders(numbers, blocks, before, after)
    local moved = {}
    for _, member in ipairs(redis.call('SMEMBERS', numbers)) do
      local number = tonumber(member)
      local block = blockOf(number)
      moved[block] = true
      redis.call('SETBIT', blocks .. block .. ':moved', number % ${blockSize}, 1)
    end
    for block in pairs(moved) do
      local own, others = blocks .. block .. ':moved', blocks .. block .. ':others'
      -- As long as a block: AND ends where the shorter one does.
      redis.call('SETBIT', own, ${blockSize - 1}, redis.call('GETBIT', own, ${blockSize - 1}))
      redis.call('BITOP', 'NOT', others, own)
      for _, reader in ipairs(without(marksOf(before), marksOf(after))) do
        local key = blocks .. block .. ':mark:' .. reader
        redis.call('BITOP', 'AND', key, key, others)
        if redis.call('BITCOUNT', key) == 0 then redis.call('DEL', key) end
      end
      for _, reader in ipairs(without(marksOf(after), marksOf(before))) do
        local key = blocks .. block .. ':mark:' .. reader
        redis.call('BITOP', 'OR', key, key, own)
      end
      redis.call('DEL', own, others)
    end
  end
`;
