// Deliberately old JavaScript: an older Node could not even parse newer syntax.
export var neededNode = '22.18';

export function isNewEnough(version) {
  var needed = neededNode.split('.').map(Number);
  var parts = version.split('.').map(Number);
  return parts[0] > needed[0] || (parts[0] === needed[0] && parts[1] >= needed[1]);
}
