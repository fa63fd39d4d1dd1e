#pragma once
#include "tacit/losses/surrogate.hpp"
